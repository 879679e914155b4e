// After the first load the page needs no network.  Named files never change, so they come from the
// store; the page itself comes from the network while there is one.

const STORE = `confty-${self.VERSION}`;
const FILES = self.FILES;

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches.open(STORE).then((store) => store.addAll(FILES)).then(() => self.skipWaiting()),
  );
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("confty-") && name !== STORE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

// With these a page may share memory with its workers, by which a run is stopped in place.
function isolated(response) {
  if (!response || response.status !== 200 || response.type === "opaque") return response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(response.body, { status: 200, headers });
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (!url.href.startsWith(self.registration.scope)) return;
  event.respondWith((async () => {
    const store = await caches.open(STORE);
    if (request.mode === "navigate") {
      const kept = await store.match("index.html");
      const path = url.href.slice(self.registration.scope.length).replace(/[?#].*/, "");
      if (path !== "" && path !== "index.html") return fetch(request);
      try {
        return isolated(await fetch(request));
      } catch {
        return kept ? isolated(kept) : Response.error();
      }
    }
    const kept = await store.match(request, { ignoreSearch: true });
    if (!kept) return fetch(request);
    // Compiled code is kept by the browser for answers that are passed on as they are.
    return /\.wasm$/.test(url.pathname) ? kept : isolated(kept);
  })());
});
