import { problem } from '@portico/protocol/gateway'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import * as z from 'zod/mini'
import type { AppEnv } from '../../http/AppEnv.ts'
import { type ProblemCode, problemKind } from '../../http/problems.ts'
import type { Operation } from '../Operation.ts'
import { operationGroups } from '../operationGroups.ts'
import { problemsOf } from '../problemsOf.ts'
import { toTemplate } from './toTemplate.ts'

const operations = operationGroups.flatMap((group) => group.operations)
// 1e999 is a number of JSON, whatever JavaScript makes of it.
const ajv = new Ajv2020({ strict: false, strictNumbers: false, allErrors: true })
addFormats.default(ajv)
const validators = new Map<z.ZodMiniType, ValidateFunction>()

/**
 * Holds an app to its description: from now on every answer must have a status, a media type and, if it is JSON, a shape
 * that its operation names. Fields that no schema knows are errors, and so are problems an operation does not list.
 *
 * @returns what did not fit, for answers whose caller does not see the error.
 */
export function checkAnswers(app: Hono<AppEnv>): readonly Error[] {
  const found: Error[] = []
  const answer = app.fetch
  app.fetch = async (...parameters) => {
    const response = await answer(...parameters)
    const [request] = parameters
    try {
      await check(operationOf(app, request), request, response)
    } catch (error) {
      found.push(error as Error)
      throw error
    }
    return response
  }
  return found
}

/** The operation a request reaches; none where the path or the method is not one of the gateway's. */
function operationOf(app: Hono<AppEnv>, request: Request): Operation | undefined {
  const [handlers] = app.router.match(request.method, getPath(request))
  const route = handlers.map(([[, route]]) => route).findLast(({ method }) => method !== 'ALL')
  if (!route) return undefined
  const [method, path] = [route.method.toLowerCase(), toTemplate(route.path)]
  return operations.find((operation) => operation.method === method && operation.path === path)
}

async function check(operation: Operation | undefined, request: Request, response: Response): Promise<void> {
  if (request.method === 'OPTIONS' || request.method === 'HEAD') return
  const { status } = response
  const mediaType = response.headers.get('content-type')?.split(';')[0] ?? undefined
  const fail = (reason: string): never => {
    const name = operation ? `${operation.method.toUpperCase()} ${operation.path}` : 'no operation'
    throw new Error(`The answer of ${name} is not as described: ${status} ${mediaType ?? ''}: ${reason}`)
  }
  if (mediaType === 'application/problem+json') {
    const body = await response.clone().json()
    const schema = operation?.problemSchema ?? problem
    const wrong = explain(schema, body)
    if (wrong) fail(wrong)
    const code = body.code as ProblemCode
    const allowed = operation ? problemsOf(operation) : (['not-found', 'method-not-allowed'] as const)
    if (!allowed.includes(code as never)) fail(`it does not list the problem ${code}`)
    if (problemKind(code).status !== status) fail(`${code} has another status`)
    return
  }
  const described = operation?.answers[status]
  if (!described) return fail('there is no such status')
  const { schema, mediaTypes = schema ? ['application/json'] : [] } = described
  const hasBody = response.body !== null
  if (hasBody && (mediaType === undefined || !mediaTypes.includes(mediaType)))
    fail('it has another media type')
  if (!hasBody && mediaTypes.length > 0) fail('it has no body')
  if (!schema || mediaType !== 'application/json') return
  const wrong = explain(schema, await response.clone().json())
  if (wrong) fail(wrong)
}

/** Why a value is none of a schema, or has fields the schema does not know; undefined if all is well. */
function explain(schema: z.ZodMiniType, value: unknown): string | undefined {
  let validate = validators.get(schema)
  if (!validate) {
    // As output: there objects are closed.
    validate = ajv.compile(z.toJSONSchema(schema, { io: 'output' }))
    validators.set(schema, validate)
  }
  // Without values: they are long, and in a log they may be secret.
  return validate(value) ? undefined : ajv.errorsText(validate.errors, { dataVar: 'body' })
}
