import { problem } from '@portico/protocol/gateway'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import * as z from 'zod/mini'
import type { AppEnv } from '../../../infra/http/AppEnv.ts'
import type { Operation } from '../../../infra/http/openapi/Operation.ts'
import { type ProblemCode, problemKind } from '../../../infra/http/problems.ts'
import { problemsOf } from '../document/problemsOf.ts'
import { toTemplate } from './toTemplate.ts'

// `strictNumbers: false`: 1e999 is a valid JSON number, although JavaScript parses it as Infinity.
const ajv = new Ajv2020({ strict: false, strictNumbers: false, allErrors: true })
addFormats.default(ajv)
const validators = new Map<z.ZodMiniType, ValidateFunction>()

/**
 * Checks every response of an app against its API description from now on: the status, the media type and, for JSON, the
 * schema must be those of the operation. Fields missing from the schema and problems that the operation does not list
 * are errors. `app.fetch` then throws.
 *
 * @returns the list of errors, for callers over a port, which do not see what `app.fetch` throws.
 */
export function checkAnswers(app: Hono<AppEnv>, operations: readonly Operation[]): readonly Error[] {
  const errors: Error[] = []
  const originalFetch = app.fetch
  app.fetch = async (...parameters) => {
    const response = await originalFetch(...parameters)
    const [request] = parameters
    try {
      await check(operationOf(app, operations, request), request, response)
    } catch (error) {
      errors.push(error as Error)
      throw error
    }
    return response
  }
  return errors
}

/** Returns the operation that handles a request; undefined if no route matches its path and method. */
function operationOf(
  app: Hono<AppEnv>,
  operations: readonly Operation[],
  request: Request,
): Operation | undefined {
  const [handlers] = app.router.match(request.method, getPath(request))
  const route = handlers.map(([[, route]]) => route).findLast(({ method }) => method !== 'ALL')
  if (!route) return undefined
  const [method, path] = [route.method.toLowerCase(), toTemplate(route.path)]
  return operations.find((operation) => operation.method === method && operation.path === path)
}

/** Problems of requests that no route matches. Middleware of `/auth/v1/*` may refuse the caller before routing. */
const withoutOperation = ['not-found', 'method-not-allowed', 'invalid-key', 'origin-not-allowed'] as const

async function check(operation: Operation | undefined, request: Request, response: Response): Promise<void> {
  if (request.method === 'OPTIONS' || request.method === 'HEAD') return
  const { status } = response
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? undefined
  const fail = (reason: string): never => {
    const name = operation ? `${operation.method.toUpperCase()} ${operation.path}` : 'no operation'
    throw new Error(`The response of ${name} is not as described: ${status} ${mediaType ?? ''}: ${reason}`)
  }
  if (mediaType === 'application/problem+json') {
    const body = await response.clone().json()
    const schema = operation?.problemSchema ?? problem
    const mismatch = explain(schema, body)
    if (mismatch) fail(mismatch)
    const code = body.code as ProblemCode
    const allowed = operation ? problemsOf(operation) : withoutOperation
    if (!allowed.includes(code as never)) fail(`the operation does not list the problem ${code}`)
    if (problemKind(code).status !== status) fail(`the problem ${code} has another status`)
    return
  }
  const described = operation?.answers[status]
  if (!described) return fail('the operation has no such status')
  const { schema, mediaTypes = schema ? ['application/json'] : [] } = described
  const hasBody = response.body !== null
  if (hasBody && (mediaType === undefined || !mediaTypes.includes(mediaType)))
    fail('the operation has another media type')
  if (!hasBody && mediaTypes.length > 0) fail('the body is missing')
  if (!schema || mediaType !== 'application/json') return
  const mismatch = explain(schema, await response.clone().json())
  if (mismatch) fail(mismatch)
}

/** Explains why a value does not match a schema or has additional fields; undefined if it matches. */
function explain(schema: z.ZodMiniType, value: unknown): string | undefined {
  let validate = validators.get(schema)
  if (!validate) {
    // `io: 'output'` makes objects refuse additional properties.
    validate = ajv.compile(z.toJSONSchema(schema, { io: 'output' }))
    validators.set(schema, validate)
  }
  // The text contains no values: they are long and may be secret.
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' })
}
