/* Begins what a page does with a script. Without one every form still works as it is. */

import { addPads } from "./dice_pad.js";
import { takeForms } from "./draft.js";
import { foretell } from "./foretelling.js";
import { followUnits } from "./page.js";
import { addUp } from "./sums.js";

document.documentElement.classList.add("scripted");
addPads(document);
addUp(document);
takeForms(document);
foretell(document);
followUnits(document);
