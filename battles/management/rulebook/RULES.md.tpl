# RULEBOOK_NAME: rules RULEBOOK_NUMBER

A made-up game, small and whole: replace it rule by rule, and keep `pytest tests/rules/conformance -k RULEBOOK_KEY` green.

| rule | what it says | held by |
|---|---|---|
| R1 | Two sides of one or more vehicles out of the catalogue, fit to fight; each carries at most one card, face down. | `setting_up.muster` |
| R2 | In a round every vehicle in play fires or holds once, in any order. | `shooting.hold` |
| R3 | A shot rolls the model's *attack* dice at an enemy in play, one fewer into cover, never none. A face of 5 or more hits. In *woods* every target is in cover. | `shooting.fire` |
| R4 | Before hits count, the owner of a target with a face-down card plays it or keeps it. Smoke cancels the hits on a 3 or more, and is spent either way. A Decoy cannot be played: it only looks like Smoke. | `shooting.answer` |
| R5 | Each hit is one damage. A vehicle with as much damage as *armour* is wrecked and out of play. | `shooting.damage_taken` |
| R6 | The round ends when every vehicle in play has acted. | `shooting.all_acted` |
| R7 | A side without vehicles in play has lost. After the last round (option *rounds*) the side with more enemy wrecks wins; equal numbers are a draw. The winner holds the field. | `victory.outcome` |
| R8 | A side may concede at any time. | `victory.concede` |
| R9 | Back from status reports to every shot: somebody says which round comes next. Cards are played only in rounds reported shot by shot. | `depth.declare_round` |
| R10 | After the battle a wreck is recovered on a 3 or more by the side that holds the field, else on a 5 or more, with one damage less than its armour; otherwise it is lost. | `aftermath.assess` |
| R11 | With option *mending*, each damaged vehicle that is no wreck mends one damage on a 3 or more. | `aftermath.assess` |

## Hidden

A card is hidden from everyone but its owner until it is played. That a vehicle carries one is public, and its owner is
asked after every hit whatever the card is: the question gives nothing away.

## What can be declared

Whatever the rules set in a battle, both sides (or an organiser) can set by declaration: every field of `state.py` that is
not `fixed`. Nothing has to be written for that, nor for undo and correction, but three things: what each fact is called
(`Declarable`, beside it in `state.py`), which states no battle can be in (`forbids` of the chapter that knows, naming the
fact and what else to declare), and what follows from what (`explains`), for those who ask why. House rulings:

- A shot that waits is at an enemy in play whose card lies face down; without one nobody would be asked.
- A round in which nobody is left to act is over: declare the next one with it.
- A vehicle that was recovered has been seen to, and is no wreck any more.

## An errata

A released edition never changes: its battles are replayed and corrected by it for ever. What an errata decides otherwise is
a new edition:

1. `EDITIONS` in `tables.py` gets its name, last. New battles take it; battles that are fought and campaigns that run stay.
2. The figure that changes gets a line of its own: `{"1": 5, "2": 4}[edition]`. Where a ruling changes, ask for the edition
   in one function of a name of its own, and nowhere else.
3. `ERRATA` says in sentences for players what it decides otherwise; the office shows them to organisers, who may move a
   campaign at a round's end.
4. `golden/2/` gets a recorded battle of it; those in `golden/1/` are not touched, and replay as they did.
5. `manage.py reread --edition 2` lists every ruling of recorded battles that it would have decided otherwise.

## Files

`__init__.py` is the table of contents. A chapter holds a mechanic whole: what is reported, what is ruled, what that changes,
how it reads, and what may be reported next. `setting_up.py` R1 · `shooting.py` R2 to R6 · `victory.py` R7 and R8 · `depth.py`
R9 · `aftermath.py` R10 and R11. Below them: `state.py` what a battle is · `tables.py` numbers and options · `sheet.py` what a
side may know · `catalogue.csv` models and cards with their sources · `golden/` recorded battles, one folder an edition;
they are never edited.
