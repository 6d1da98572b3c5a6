import type * as z from 'zod/mini'
import type { ProblemCode } from '../problems.ts'
import type { HeaderName } from './headers.ts'

/** Who may call an operation. Its credentials and the problems about them follow from this. */
export type Access = 'public' | 'project' | 'session' | 'stream' | 'relay' | 'wallet' | 'proof' | 'walletSite'

/** A parameter of an operation. Path parameters are always required. */
export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  description: string
  schema: z.ZodMiniType
  required?: boolean
  /** Value in the example call, which contains required parameters and those with `isShown`. */
  example?: string
  isShown?: boolean
}

/** A successful response of an operation. */
export type Answer = {
  description: string
  /** Schema of the body. */
  schema?: z.ZodMiniType
  /** Default: `application/json` with a schema, no body without one. */
  mediaTypes?: readonly string[]
  headers?: readonly HeaderName[]
}

/** An operation of the API. `/openapi.json` and `/docs` are generated from it, and tests check every response with it. */
export type Operation = {
  /** Unique ID in camel case. */
  id: string
  method: 'get' | 'post' | 'delete'
  /** Path template (RFC 6570), such as `/v1/account/{address}/balance`. */
  path: string
  /** Cost of a call in cost units; 1 if omitted. */
  cost?: number
  summary: string
  description?: string
  access: Access
  /** Whether it accepts an `Idempotency-Key`. */
  isIdempotent?: boolean
  parameters?: readonly Parameter[]
  body?: { schema: z.ZodMiniType; description?: string; example: unknown }
  /** Responses by status; problems are listed in `problems`. */
  answers: Readonly<Record<number, Answer>>
  /** Problem codes besides those that follow from `access` and those every operation can return. */
  problems: readonly ProblemCode[]
  /** Schema of its problems if they have more fields than `problem`. */
  problemSchema?: z.ZodMiniType
}
