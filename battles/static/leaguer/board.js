/* The board: its size is remembered from one load to the next, two fingers change it, arrow keys go from square to
   square. Where something is to be tapped and nobody has chosen a size, it is at its full size, with the opened unit in
   the middle. Without a script its three sizes and its links work as they are. */

const MOST = 6; // times the width of the page

/** Takes over the boards in `root`, which was just put into the page. */
export function addBoard(root) {
  for (const board of root.querySelectorAll("[data-board]")) new Board(board);
}

class Board {
  constructor(board) {
    this.board = board;
    this.svg = board.querySelector(".scroll > svg");
    this.scroll = board.querySelector(".scroll");
    this.key = `board ${board.dataset.board}`;
    this.fingers = new Map();
    const { zoom, left, top } = this.remembered();
    const size = [...board.querySelectorAll("[name=size]")].find((one) => one.value === zoom);
    if (size) size.checked = true;
    else if (zoom) this.zoomTo(Number(zoom));
    this.scroll.scrollTo(left || 0, top || 0);
    if (!zoom && board.querySelector("#size-close")?.checked) this.showOpened();
    board.addEventListener("lit", () => this.comeNear());
    board.addEventListener("change", (event) => {
      if (event.target.name !== "size") return;
      this.svg.style.width = this.svg.style.maxWidth = "";
      this.remember(event.target.value);
    });
    this.scroll.addEventListener("scrollend", () => this.remember());
    this.scroll.addEventListener("keydown", (event) => this.pressed(event));
    for (const kind of ["pointerdown", "pointermove", "pointerup", "pointercancel"]) {
      this.scroll.addEventListener(kind, (event) => this[kind](event));
    }
  }

  remembered() {
    try {
      return JSON.parse(localStorage.getItem(this.key)) || {};
    } catch {
      return {}; // nothing may be stored here
    }
  }

  remember(zoom = this.remembered().zoom) {
    const { scrollLeft: left, scrollTop: top } = this.scroll;
    try {
      localStorage.setItem(this.key, JSON.stringify({ zoom, left, top }));
    } catch {
      // as it was
    }
  }

  zoomTo(times) {
    this.svg.style.maxWidth = "none";
    this.svg.style.width = `${times * 100}%`;
    for (const size of this.board.querySelectorAll("[name=size]")) size.checked = false;
  }

  /** Squares were lit on a board that was shown without any. */
  comeNear() {
    const close = this.board.querySelector("#size-close");
    if (!close || close.checked || this.remembered().zoom || !this.svg.querySelector(".spot")) return;
    close.checked = true;
    this.showOpened();
  }

  /** Scrolls to where the opened unit is in the middle, or what is lit, if it is not on the board yet. */
  showOpened() {
    const shown = this.svg.querySelector(".counter[aria-current]") || this.svg.querySelector(".spots");
    if (!shown) return;
    const [x, y] = centre(shown);
    const { left, top, width, height } = this.scroll.getBoundingClientRect();
    this.scroll.scrollBy(x - left - width / 2, y - top - height / 2);
  }

  pointerdown(event) {
    if (event.pointerType !== "touch") return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size === 2) this.start = { apart: this.apart(), width: this.svg.getBoundingClientRect().width };
  }

  pointermove(event) {
    if (!this.fingers.has(event.pointerId)) return;
    this.fingers.set(event.pointerId, event);
    if (this.fingers.size !== 2) return;
    const wide = this.scroll.clientWidth;
    const before = this.svg.getBoundingClientRect();
    const [x, y] = this.middle();
    const [over, down] = [(x - before.left) / before.width, (y - before.top) / before.height];
    this.zoom = Math.min(MOST, Math.max(1, ((this.start.width / wide) * this.apart()) / this.start.apart));
    this.zoomTo(this.zoom);
    const after = this.svg.getBoundingClientRect();
    this.scroll.scrollBy(after.left + over * after.width - x, after.top + down * after.height - y);
  }

  pointerup(event) {
    this.fingers.delete(event.pointerId);
    if (this.zoom) this.remember(String(this.zoom));
    this.zoom = 0;
  }

  pointercancel(event) {
    this.pointerup(event);
  }

  apart() {
    const [one, other] = [...this.fingers.values()];
    return Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
  }

  middle() {
    const [one, other] = [...this.fingers.values()];
    return [(one.clientX + other.clientX) / 2, (one.clientY + other.clientY) / 2];
  }

  /** From what has the focus to the nearest that can be tapped in the direction of the arrow. */
  pressed(event) {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    const from = event.target.closest(".counter, .spot");
    if (!way || !from) return;
    event.preventDefault();
    const [x, y] = centre(from);
    let nearest = null;
    let least = Infinity;
    for (const one of this.svg.querySelectorAll("a[href], .spot")) {
      const [dx, dy] = [centre(one)[0] - x, centre(one)[1] - y];
      const ahead = dx * way[0] + dy * way[1];
      const aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (one !== from && ahead > 0 && ahead >= aside && ahead + 2 * aside < least) [nearest, least] = [one, ahead + 2 * aside];
    }
    nearest?.focus();
  }
}

function centre(one) {
  const { left, top, width, height } = (one.querySelector(".touch") || one).getBoundingClientRect();
  return [left + width / 2, top + height / 2];
}
