/* Begins what a page does with a script. Without one every form still works as it is. */

import { takeSteps } from "./compass.js";
import { takeForms } from "./draft.js";
import { foretell } from "./foretelling.js";
import { install } from "./install.js";
import { follow } from "./live.js";
import { equip, followUnits } from "./page.js";
import { offerPush } from "./push.js";
import { takeUp } from "./queue.js";
import { takeCode } from "./seat_code.js";
import { play } from "./replay.js";
import { addUp } from "./sums.js";
import { keepCards } from "./typed.js";
import { awaitOther } from "./waiting_room.js";

document.documentElement.classList.add("scripted");
keepCards(document);
equip(document);
addUp(document);
takeForms(document);
takeUp();
foretell(document);
takeSteps(document);
followUnits(document);
follow(document);
takeCode(document);
awaitOther(document);
play(document.querySelector("main[data-replay]"));
install().then(offerPush);
