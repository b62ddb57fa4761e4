/* The page of a battle that waits for its other player asks whether it has been opened, and then goes there. */

const EVERY = 2000; // milliseconds

export function awaitOther(page) {
  const room = page.querySelector("[data-waits]");
  if (!room) return;
  const ask = async () => {
    if (document.hidden) return;
    try {
      const answer = await fetch(location.pathname, { method: "HEAD", redirect: "manual" });
      if (answer.type === "opaqueredirect" || answer.status === 404) location.assign(room.dataset.waits);
    } catch {
      // without a network it asks again
    }
  };
  setInterval(ask, EVERY);
  document.addEventListener("visibilitychange", ask);
}
