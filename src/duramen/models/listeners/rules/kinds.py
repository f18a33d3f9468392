"""What kind of thing a liked or disliked thing is: food, music, films, books, games, sports, travel, hobbies, or other.

English words; the Chinese ones stand in `chinese.things`.

In: the words that name it. Out: the last part of a path under `likes` ("food"); None when the words do not tell.
"""

from __future__ import annotations

import re

from duramen.models.listeners.rules.chinese.things import kind_of_thing

# In this order: what is named first decides ("reading horror novels" is books, "film music" is music).
_ENGLISH = {
    "books": r"read(?:ing)?|terry pratchett|agatha christie|tolkien|jane austen|dickens|dostoevsky|tolstoy|murakami|stephen king|discworld|science fiction|fantasy|page-turners?|haiku|detective stories|fairy tales|re-?reading|books?|novels?|novelists?|author|poet(?:ry|s)?|poems?|writer|memoirs?|biograph\w+|manga|comics?|graphic novels?|whodunn?its?|short stories|fiction|non-fiction|essays|audiobooks?|literature",
    "music": r"music|sonatas?|concertos?|requiem|schubert|brahms|bowie|radiohead|beatles|abba|adele|taylor swift|miles davis|coltrane|nina simone|fela kuti|burna boy|arias?|lieder|choirs?|piano|guitar music|lo-?fi|ambient|synth\w*|disco|ska|dub|tango music|gospel|mariachi|bollywood songs|qawwali|ghazals|shoegaze|indie|emo|singer-songwriters?|songs?|bands?|albums?|singers?|composers?|jazz|blues|techno|house music|hip[- ]hop|rap|rock|punk|metal|opera|classical|folk|reggae|k-pop|soul|funk|choral|orchestra\w*|symphon\w+|concerts?|gigs|vinyl|playlists?|bach|mozart|beethoven|chopin|brass|fado|flamenco|grime|drum and bass|country music|afrobeats?|soundtracks?|horn section|piano music",
    "films": r"films?|doctor who|star trek|star wars|marvel|pixar|disney|miyazaki|hitchcock|kurosawa|bollywood|musicals?|heist|period dramas?|crime dramas?|reality tv|quiz shows?|breaking bad|twin peaks|movies?|cinema|tv|telly|shows?|series|sitcoms?|soaps?|documentar\w+|anime|cartoons?|k-?dramas?|dramas?|thrillers?|horror|westerns?|rom-?coms?|noir|actors?|actress|director|studio ghibli|netflix|sci-?fi|bake off|episodes?|detective series|whodunit films",
    "games": r"games?|gaming|chess|scrabble|sudoku|puzzles?|crosswords?|poker|bridge|catan|minecraft|zelda|tetris|d&d|dungeons|board ?games?|card games?|jigsaws?|mahjong|backgammon|go\b|warhammer|stardew valley|rpgs?|console|video ?games?|wordle|monopoly|checkers|animal crossing|elden ring|fifa|pok[eé]mon",
    "sports": r"football|arsenal|liverpool|everton|celtic|barcelona|real madrid|bayern|dortmund|lakers|warriors|yankees|red sox|leafs|springboks|all blacks|premier league|nba|nfl|champions league|the tour de france|wimbledon|the olympics|parkrun|soccer|rugby|cricket|tennis|badminton|squash|basketball|volleyball|handball|hockey|baseball|golf|swimming|running|jogging|cycling|rowing|surfing|kayaking|climbing|bouldering|skiing|snowboarding|skating|boxing|judo|karate|fencing|archery|gymnastics|athletics|marathons?|triathlons?|formula 1|f1|snooker|darts|bowling|yoga|pilates|diving|hiking|wrestling|sports?|teams?|club|the gym|padel|pickleball|sumo|horse riding",
    "travel": r"georgia|france|spain|germany|austria|switzerland|croatia|slovenia|albania|turkey|morocco|egypt|kenya|tanzania|namibia|vietnam|thailand|laos|cambodia|india|nepal|korea|taiwan|peru|chile|argentina|brazil|mexico|cuba|canada|new zealand|australia|ireland|wales|cornwall|finland|sweden|denmark|estonia|poland|romania|venice|vienna|berlin|prague|budapest|istanbul|barcelona city|new york|sicily|sardinia|crete|patagonia|lapland|the highlands|the desert|travel(?:l?ing)?|trips?|holidays?|beach(?:es)?|islands?|mountains|the sea|the alps|hostels?|backpacking|camping|road trips?|night trains?|train journeys|cruises?|city breaks|abroad|destination|country|japan|italy|iceland|norway|greece|portugal|scotland|lisbon|paris|rome|kyoto|tokyo|museums|glamping|interrailing|sightseeing|fjords|lighthouses",
    "hobbies": r"hobb(?:y|ies)|cooking|baking|gardening|knitting|crochet(?:ing)?|sewing|quilting|painting|drawing|sketching|photography|pottery|ceramics|woodwork(?:ing)?|calligraphy|origami|birdwatching|birding|fishing|dancing|singing|collecting|crafts?|embroidery|astronomy|stargazing|bookbinding|beekeeping|juggling|improv|foraging|playing the \w+|diy|embroidering|genealogy|model trains|hunting|writing|blogging|geocaching|magic tricks|whittling",
    "food": r"food|tea|coffee|cocoa|beer|wine|whisk(?:e)?y|gin|juice|milk|cheese|bread|pizza|pasta|noodles?|ramen|sushi|curry|rice|soup|stew|steak|burgers?|chips|fries|salads?|chocolate|cake|cookies|biscuits?|ice cream|desserts?|pudding|pies?|pastr(?:y|ies)|fruit|apples?|bananas?|mango(?:es)?|berries|strawberries|vegetables?|mushrooms?|olives?|tomato(?:es)?|onions?|garlic|coriander|cilantro|parsley|mint|basil|ginger|cinnamon|aniseed|liquorice|licorice|fish|seafood|prawns?|shrimps?|oysters?|anchovies|tuna|salmon|chicken|beef|pork|lamb|bacon|sausages?|ham|hot dogs|eggs?|tofu|paneer|dal|jollof|egusi|fufu|dumplings?|pierogi|tacos?|burritos?|kimchi|bibimbap|pho|falafel|hummus|kebabs?|couscous|tagine|paella|tapas|risotto|lasagne|gnocchi|waffles?|pancakes?|porridge|oats|toast|marmite|honey|jam|peanut butter|nuts|almonds|pickles?|sauerkraut|beetroot|celery|broccoli|cauliflower|cabbage|brussels sprouts?|sprouts|kale|spinach|peas|beans|lentils|aubergines?|eggplants?|courgettes?|pumpkin|squash soup|sweet potato(?:es)?|potato(?:es)?|cucumbers?|peppers?|chil(?:l)?ies|chili|spic(?:y|es)|sauces?|mayonnaise|mayo|ketchup|mustard|vinegar|butter|cream|yog(?:h)?urt|raisins?|coconut|pineapple|cherries|rhubarb|grapefruit|lemon|lime|cola|soda|lemonade|smoothies?|kombucha|matcha|espresso|latte|cappuccino|chai|brunch|breakfast|restaurants?|cuisine|dish(?:es)?|snacks?|crisps|popcorn|sweets|candy|marzipan|halloumi|feta|blue cheese|liver|tripe|offal|haggis|black pudding|cooking with|street food|samosas?|biryani|dosa|naan|poutine|cornbread|gumbo|polenta|goulash|borscht|pelmeni|plantain|cassava|okra|yam",
    "other": r"colou?rs?|teal|green|blue|red|purple|yellow|orange|pink|black|white|turquoise|seasons?|autumn|winter|spring|summer|rain(?:y)?|snow|storms?|thunder\w*|fog|sunsets?|sunrises?|cats?|dogs?|owls?|birds?|horses?|elephants?|penguins?|foxes|hedgehogs?|whales?|octopus\w*|frogs?|bees|flowers?|roses|tulips|cacti|plants|trees|forests?|smell of|sound of|silence|candles|perfume|trains?|cathedrals?|castles|shipwrecks?|architecture|clouds|stars|the moon|maths?|history|languages|brand|stationery|fountain pens|cars|maps|spreadsheets",
}  # fmt: skip
_TABLE = {kind: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for kind, words in _ENGLISH.items()}
_FAVOURITE = {
    "food": r"food|foods|dish|meal|drink|restaurant|fruit|snack|cuisine|dessert|pudding|vegetable|sweet|ice cream|cake|cheese|beer|wine|tea|coffee|pizza|sandwich|takeaway|place to eat|breakfast|soup|curry|pasta|chocolate|tipple",
    "music": r"band|singer|song|album|artist|composer|musician|music|genre of music|piece of music|group|opera|track|rapper",
    "films": r"movie|film|show|series|director|actor|actress|anime|tv show|sitcom|cartoon|documentary|comfort genre|genre",
    "books": r"book|author|novel|writer|poet|poem|comic|manga|magazine|blog",
    "games": r"game|video game|board game|puzzle|card game",
    "sports": r"team|sport|player|club|athlete|football team",
    "travel": r"place|city|country|destination|island|beach|holiday|place on earth|trip",
    "hobbies": r"hobby|pastime|way to (?:relax|unwind)|craft|instrument",
    "other": r"colou?r|season|animal|flower|number|brand|month|smell|bird|word|subject|tree|language|weather|painter|painting|museum|time of (?:year|day)|day(?: of the week)?|holiday of the year|perfume|dinosaur",
}
_FAVOURITES = {kind: re.compile(rf"(?:.*\b)?(?:{words})s?$", re.IGNORECASE) for kind, words in _FAVOURITE.items()}


def kind_of(words: str, language: str) -> str | None:
    """Return the kind of thing that words name: that of the first word known, in the order of the table on a tie."""
    if language == "zh":
        return kind_of_thing(words)
    found = [(match.start(), kind) for kind, pattern in _TABLE.items() if (match := pattern.search(words))]
    return min(found, key=lambda one: one[0])[1] if found else None


def kind_of_favourite(noun: str) -> str | None:
    """Return the kind of thing that "my favourite ..." names by its noun ("colour" -> "other")."""
    return next((kind for kind, pattern in _FAVOURITES.items() if pattern.match(noun.strip())), None)
