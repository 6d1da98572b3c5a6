import type { Answer, UpstreamError } from './Answer.ts'
import { readMembers } from './json/readMembers.ts'
import { skipSpace } from './json/skipSpace.ts'
import type { PostResult } from './postJson.ts'
import { retryRules } from './retryRules.ts'

/**
 * Parses the response to a single request. Anything but a complete JSON-RPC response with the right id is a failure.
 */
export function readAnswer({ post, id }: { post: PostResult; id: unknown }): Answer {
  if (!post.ok) return { kind: 'failure', reason: post.reason }
  const { status, text, retryAfterMs } = post
  if (retryRules.httpStatuses.has(status))
    return { kind: 'failure', reason: status === 429 ? 'throttled' : 'status', retryAfterMs }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { kind: 'failure', reason: status === 200 ? 'not-json' : 'status', retryAfterMs }
  }
  return classifyAnswer({ body, text, id, status, retryAfterMs })
}

/** Classifies one parsed JSON-RPC response. */
export function classifyAnswer({
  body,
  text,
  id,
  status = 200,
  retryAfterMs,
}: {
  body: unknown
  /** `body` as JSON text; empty if the raw result is not needed. */
  text: string
  id: unknown
  status?: number
  retryAfterMs?: number | undefined
}): Answer {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return { kind: 'failure', reason: status === 200 ? 'not-json' : 'status', retryAfterMs }
  const answer = body as { id?: unknown; result?: unknown; error?: unknown }
  const error = readError(answer.error)
  if (answer.id !== id) {
    // Upstreams answer with a null id if they could not parse the request. The client did not cause that: try another
    // one.
    return error && (answer.id === null || answer.id === undefined)
      ? { kind: 'error', text: JSON.stringify(error), error, isRetryable: true, retryAfterMs }
      : { kind: 'failure', reason: 'wrong-id' }
  }
  if (error) {
    const isRetryable = retryRules.isRetryable(error)
    return { kind: 'error', text: rawMember(text, 'error'), error, isRetryable, retryAfterMs }
  }
  if (status !== 200 || !Object.hasOwn(answer, 'result'))
    return { kind: 'failure', reason: 'status', retryAfterMs }
  return { kind: 'result', text: rawMember(text, 'result'), result: answer.result }
}

/** Returns a member as it appears in the text. Of duplicates it takes the last, as `JSON.parse` does. */
function rawMember(text: string, name: string): string {
  if (text === '') return ''
  return readMembers(text, skipSpace(text, 0)).findLast((member) => member.name === name)?.value ?? 'null'
}

function readError(error: unknown): UpstreamError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'The upstream gave no reason.',
    ...(data === undefined ? {} : { data }),
  }
}
