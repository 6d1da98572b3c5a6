import { readMembers } from './json/readMembers.ts'
import { skipSpace } from './json/skipSpace.ts'
import type { PostResult } from './postJson.ts'
import { retryRules } from './retryRules.ts'

/** A JSON-RPC error as a node wrote it. */
export type NodeError = { code: number; message: string; data?: unknown }

/** What a node's answer is worth. `text` is the result, or the error, as it stands in the answer. */
export type Answer =
  | { kind: 'result'; text: string; result: unknown }
  /** `elsewhere`: another node may know better. */
  | { kind: 'error'; text: string; error: NodeError; elsewhere: boolean; retryAfterMs?: number | undefined }
  | { kind: 'failure'; reason: FailureReason; retryAfterMs?: number | undefined }

/** Why an answer is none. */
export type FailureReason =
  | 'timeout'
  | 'connection'
  | 'too-large'
  | 'cancelled'
  | 'throttled'
  | 'status'
  | 'not-json'
  | 'wrong-id'
  | 'wrong-chain'
  | 'behind'
  | 'disagreement'

/** Judges the answer to a single request. Anything but a whole JSON-RPC answer with the right id is a failure. */
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
  return judge({ body, text, id, status, retryAfterMs })
}

/** Judges one parsed JSON-RPC answer. */
export function judge({
  body,
  text,
  id,
  status = 200,
  retryAfterMs,
}: {
  body: unknown
  /** The same as text; empty where nobody reads it. */
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
    // A node that could not read the request answers with the id null: that is an error, but not one to pass on.
    return error && (answer.id === null || answer.id === undefined)
      ? { kind: 'error', text: JSON.stringify(error), error, elsewhere: true, retryAfterMs }
      : { kind: 'failure', reason: 'wrong-id' }
  }
  if (error) {
    const elsewhere = retryRules.isElsewhere(error)
    return { kind: 'error', text: rawMember(text, 'error'), error, elsewhere, retryAfterMs }
  }
  if (status !== 200 || !Object.hasOwn(answer, 'result'))
    return { kind: 'failure', reason: 'status', retryAfterMs }
  return { kind: 'result', text: rawMember(text, 'result'), result: answer.result }
}

/** The member as the node wrote it; the last one of that name, as `JSON.parse` reads it. */
function rawMember(text: string, name: string): string {
  if (text === '') return ''
  return readMembers(text, skipSpace(text, 0)).findLast((member) => member.name === name)?.value ?? 'null'
}

function readError(error: unknown): NodeError | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  return {
    code: typeof code === 'number' ? code : -32603,
    message: typeof message === 'string' ? message : 'The node gave no reason.',
    ...(data === undefined ? {} : { data }),
  }
}
