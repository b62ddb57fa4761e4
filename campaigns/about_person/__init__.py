"""Everything about a person, for that person: one ZIP with a page to read and a file of lines for each part.

A part is declared once (`parts`), with the tables that it tells of; floors above add theirs. What is left out is
declared as well, with its reason, and stands on the page. A test looks through every table of the project for people.
"""
