# RULEBOOK_NAME: rules RULEBOOK_NUMBER

A made-up game, small and whole: replace it rule by rule, and keep `pytest tests/rules/conformance -k RULEBOOK_KEY` green.

| rule | what it says | held by |
|---|---|---|
| R1 | Two sides of one or more vehicles out of the catalogue, fit to fight; each carries at most one card, face down. | `muster.muster` |
| R2 | In a round every vehicle in play fires or holds once, in any order. | `decide._acting` |
| R3 | A shot rolls the model's *attack* dice at an enemy in play, one fewer into cover, never none. A face of 5 or more hits. In *woods* every target is in cover. | `decide._fire` |
| R4 | Before hits count, the owner of a target with a face-down card plays it or keeps it. Smoke cancels the hits on a 3 or more, and is spent either way. A Decoy cannot be played: it only looks like Smoke. | `decide._answer` |
| R5 | Each hit is one damage. A vehicle with as much damage as *armour* is wrecked and out of play. | `decide._finish_shot` |
| R6 | The round ends when every vehicle in play has acted. | `decide._finish_round` |
| R7 | A side without vehicles in play has lost. After the last round (option *rounds*) the side with more enemy wrecks wins; equal numbers are a draw. The winner holds the field. | `aftermath.outcome` |
| R8 | A side may concede at any time. | `decide._concede` |
| R9 | Back from status reports to every shot: somebody says which round comes next. Cards are played only in rounds reported shot by shot. | `decide._declare_round` |
| R10 | After the battle a wreck is recovered on a 3 or more by the side that holds the field, else on a 5 or more, with one damage less than its armour; otherwise it is lost. | `decide._recover` |
| R11 | With option *mending*, each damaged vehicle that is no wreck mends one damage on a 3 or more. | `decide._mend` |

## Hidden

A card is hidden from everyone but its owner until it is played. That a vehicle carries one is public, and its owner is
asked after every hit whatever the card is: the question gives nothing away.

## What can be declared

Whatever the rules set in a battle, both sides (or an organiser) can set by declaration: every field of `state.py` that is
not `fixed`. Nothing has to be written for that, nor for undo and correction, but three things in `facts.py`: what each
fact is called, which states no battle can be in (`possible` refuses them, naming the fact and what else to declare), and
what follows from what (`grounds`), for those who ask why. House rulings:

- A shot that waits is at an enemy in play whose card lies face down; without one nobody would be asked.
- A round in which nobody is left to act is over: declare the next one with it.
- A vehicle that was recovered has been seen to, and is no wreck any more.

## Files

`commands.py` what is reported · `events.py` what is ruled · `state.py` the fold · `decide.py` legality and rulings ·
`legal.py` what may be reported next · `see.py` what a side may know · `facts.py` what can be declared · `aftermath.py` the outcome and the clerk's work ·
`narrate.py` the sentences · `muster.py` forces and options · `tables.py` numbers and options · `catalogue.csv` models and
cards with their sources · `golden/` recorded battles, one folder an edition; they are never edited.
