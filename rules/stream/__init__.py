"""What folds a stream of events, whatever the stream is of: it knows only Deciders."""
