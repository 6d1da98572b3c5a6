import type * as z from 'zod/mini'
import { type FrameEvent, frameEvents } from './events.ts'
import { frameLimits } from './limits.ts'
import { isPlainData } from './plainData.ts'
import {
  type FrameFailure,
  type FramePayload,
  type FrameRequestType,
  type FrameResult,
  frameFailure,
  frameRequests,
} from './requests.ts'

export type FrameRequest = {
  [T in FrameRequestType]: { id: string; type: T; payload: FramePayload<T> }
}[FrameRequestType]

export type FrameReply =
  | { id: string; ok: true; result: FrameResult<FrameRequestType> }
  | { id: string; ok: false; failure: FrameFailure }

/** Why a message was rejected. `id` is set if it could be read, so that an error reply can be sent. */
export type FrameProblem = { id?: string | undefined; type?: string | undefined; message: string }

export type Parsed<T> = { ok: true; value: T } | { ok: false; problem: FrameProblem }

const idGrammar = /^[0-9a-f]{32}$/

/**
 * Parses a request that a host sent over the port. Rejects unknown types, additional keys and anything but plain
 * data. Never throws.
 */
export function parseFrameRequest(data: unknown): Parsed<FrameRequest> {
  const envelope = readEnvelope(data)
  if (!envelope.ok) return envelope
  const { id, type, payload } = envelope.value
  if (id === undefined) return refuse({ type, message: 'A request needs an id.' })
  if (!Object.hasOwn(frameRequests, type)) return refuse({ id, type, message: `Unknown message ${type}.` })
  const read = frameRequests[type as FrameRequestType].payload.safeParse(payload, { reportInput: true })
  if (!read.success) return refuse({ id, type, message: describe(read.error) })
  return { ok: true, value: { id, type, payload: read.data } as FrameRequest }
}

/** Parses the frame's reply to a request of this type. Never throws. */
export function parseFrameReply(data: unknown, type: FrameRequestType): Parsed<FrameReply> {
  const envelope = readEnvelope(data)
  if (!envelope.ok) return envelope
  const { id, type: answered, payload } = envelope.value
  if (id === undefined) return refuse({ message: 'A reply needs an id.' })
  if (answered === `${type}_SUCCESS`) {
    const read = frameRequests[type].result.safeParse(payload, { reportInput: true })
    if (!read.success) return refuse({ id, type: answered, message: describe(read.error) })
    return { ok: true, value: { id, ok: true, result: read.data as FrameResult<FrameRequestType> } }
  }
  if (answered !== `${type}_ERROR`) return refuse({ id, type: answered, message: `Not a reply to ${type}.` })
  // Some frames reply without a payload.
  const failure = frameFailure.safeParse(payload ?? {}, { reportInput: true })
  if (!failure.success) return refuse({ id, type: answered, message: describe(failure.error) })
  return { ok: true, value: { id, ok: false, failure: failure.data } }
}

/** Parses an event of the frame. Returns undefined for a message with an ID, which is a reply. Never throws. */
export function parseFrameEvent(data: unknown): Parsed<FrameEvent> | undefined {
  const envelope = readEnvelope(data)
  if (!envelope.ok) return envelope
  const { id, type, payload } = envelope.value
  if (id !== undefined) return undefined
  if (!Object.hasOwn(frameEvents, type)) return refuse({ type, message: `Unknown event ${type}.` })
  const read = frameEvents[type as keyof typeof frameEvents].safeParse(payload, { reportInput: true })
  if (!read.success) return refuse({ type, message: describe(read.error) })
  return { ok: true, value: { type, payload: read.data } as FrameEvent }
}

/** Reads the ID of a message that has not been validated. */
export function readFrameId(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const id: unknown = Object.getOwnPropertyDescriptor(data, 'id')?.value
  return typeof id === 'string' && idGrammar.test(id) ? id : undefined
}

function readEnvelope(data: unknown): Parsed<{ id: string | undefined; type: string; payload: unknown }> {
  if (!isPlainData(data, frameLimits.messageLength) || typeof data !== 'object' || data === null) {
    return refuse({ id: readFrameId(data), message: 'A message must be plain data of at most 256 KiB.' })
  }
  const { id, type, payload, ...others } = data as Record<string, unknown>
  const isKnown = Object.keys(others).length === 0
  if (typeof type !== 'string' || type.length > 64 || !isKnown || (id !== undefined && !readFrameId(data))) {
    return refuse({ id: readFrameId(data), message: 'A message must have only an id, a type and a payload.' })
  }
  return { ok: true, value: { id: id as string | undefined, type, payload } }
}

/** Describes a validation error in the wording of zod 3. */
function describe(error: z.core.$ZodError): string {
  const [issue] = error.issues
  if (!issue) return 'Invalid payload.'
  const place = issue.path.length > 0 ? `${issue.path.join('.')}: ` : ''
  if (issue.code === 'invalid_type') {
    return place + describeWrongType(issue.expected, issue.input)
  }
  // An enum: zod 3 reports a value that is not a text as one of the wrong type.
  if (issue.code === 'invalid_value' && typeof issue.input !== 'string') {
    return (
      place + describeWrongType(issue.values.map((value) => `'${String(value)}'`).join(' | '), issue.input)
    )
  }
  if (issue.code === 'unrecognized_keys')
    return `${place}Unrecognized key(s) in object: '${issue.keys.join("', '")}'`
  if (issue.code === 'invalid_format' && issue.format === 'email') return `${place}Invalid email`
  return `${place}Invalid input`
}

function describeWrongType(expected: string, input: unknown): string {
  return input === undefined ? 'Required' : `Expected ${expected}, received ${describeType(input)}`
}

function describeType(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function refuse(problem: FrameProblem): { ok: false; problem: FrameProblem } {
  return { ok: false, problem }
}
