import type * as z from 'zod/mini'
import type { ProblemCode } from '../http/problems.ts'
import type { HeaderName } from './headers.ts'

/** Who may call: `parameters` of the caller's credentials and the refusals that come with them follow from it. */
export type Access = 'public' | 'project' | 'session' | 'stream' | 'relay' | 'wallet' | 'proof' | 'walletSite'

/** What a call may say beside its body. Path parameters are always required. */
export type Parameter = {
  in: 'path' | 'query' | 'header'
  name: string
  description: string
  schema: z.ZodMiniType
  required?: boolean
  /** Stands in the example call, where the parameter is required or `isShown`. */
  example?: string
  isShown?: boolean
}

/** What is answered with one status. */
export type Answer = {
  description: string
  /** The shape of the body. */
  schema?: z.ZodMiniType
  /** `application/json` if there is a schema; of a body without one it has to be said. */
  mediaTypes?: readonly string[]
  headers?: readonly HeaderName[]
}

/** One operation of the gateway, as `/openapi.json` and `/docs` describe it and as tests hold the gateway to it. */
export type Operation = {
  /** Unique, in camel case. */
  id: string
  method: 'get' | 'post' | 'delete'
  /** A template of RFC 6570: `/v1/account/{address}/balance`. */
  path: string
  summary: string
  description?: string
  access: Access
  /** Whether it takes an `Idempotency-Key`. */
  isIdempotent?: boolean
  parameters?: readonly Parameter[]
  body?: { schema: z.ZodMiniType; description?: string; example: unknown }
  /** By status; problems are in `problems`. */
  answers: Readonly<Record<number, Answer>>
  /** What it may refuse, beyond what `access` brings with it and what every call may meet. */
  problems: readonly ProblemCode[]
  /** The shape of its problems where it is more than `problem`. */
  problemSchema?: z.ZodMiniType
}

/** Operations about the same thing. */
export type OperationGroup = { title: string; description: string; operations: readonly Operation[] }
