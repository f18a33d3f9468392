from duramen.protocol.operation_grammar import operation_grammar


def test_empty_leaves_can_only_be_added_to_and_filled_ones_updated_or_deleted():
    grammar = operation_grammar(["home.city", "likes.food"], {"likes.food"})
    assert 'empty ::= "home.city"\n' in grammar
    assert 'held ::= "likes.food"\n' in grammar
    assert '"ADD(" empty' in grammar
    assert '"DELETE(" held' in grammar


def test_without_paths_only_no_op_can_be_written():
    assert operation_grammar([], {"home.city"}) == 'root ::= "NO_OP()"\n'


def test_a_path_cannot_break_out_of_its_string():
    assert 'empty ::= "a\\"b\\\\c"' in operation_grammar(['a"b\\c'], ())
