import { jsonHeaders } from './jsonHeaders.ts'

/** Returns the headers of every response: those of `jsonHeaders`, and that a browser must run and embed nothing of it. */
export function responseHeaders(request: {
  origin: string | undefined
  requestId: string
}): Record<string, string> {
  return {
    ...jsonHeaders(request),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
  }
}
