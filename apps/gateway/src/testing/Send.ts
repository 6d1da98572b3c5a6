/** Sends a request to a gateway, as `fetch` does, with a path instead of a URL. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>
