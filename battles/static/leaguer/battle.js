/* All that the page of a battle in play does with a script. */

import { takeSteps } from "./compass.js";
import { takeForms } from "./draft.js";
import { foretell } from "./foretelling.js";
import { follow } from "./live.js";
import { equip, followUnits } from "./page.js";
import { offerPush } from "./push.js";
import { takeUp } from "./queue.js";
import { talk } from "./talk.js";
import { keepCards } from "./typed.js";

/** `installed`: comes when the browser has what it takes to tell its person with no page open. */
export function begin(installed) {
  keepCards(document);
  equip(document);
  takeForms(document);
  takeUp();
  foretell(document);
  takeSteps(document);
  followUnits(document);
  follow(document);
  talk(document);
  installed.then(offerPush);
}
