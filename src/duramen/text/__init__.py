"""Text itself: borders, languages, sentences, words, tokens, times and fences; pure, and below all that reads it."""
