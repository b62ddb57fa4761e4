"""Rulings of organisers in the office: rounds, results, penalties, house rules, offices."""
