import { RpcError, rpcErrorCodes } from '@portico/protocol'
import {
  type PartialUserOperation,
  partialUserOperation,
  paymasterContext,
  signedUserOperation,
  unsponsoredUserOperation,
} from '@portico/protocol/gateway'
import { numberToHex } from 'viem/utils'
import * as z from 'zod/mini'
import { UpstreamsFailedError } from '../../chains/shared/upstreams/UpstreamsFailedError.ts'
import { BundlerError, bundlerErrorCodes } from './BundlerError.ts'
import type { Caller } from './Caller.ts'
import type { Bundler } from './createBundlers.ts'
import { entryPoint } from './node/entryPoint.ts'
import { toUserOperation } from './operation/toUserOperation.ts'

/** Who calls, as far as a method needs to know. */
export type MethodCall = {
  method: string
  params: unknown
  bundler: Bundler
  projectId: string
  /** Returns who wants an operation with this sender. @throws {Problem} without a session or a secret key */
  authorize(sender: string): Promise<Caller>
}

const { EntryPoint, hash } = {
  EntryPoint: z.string().check(
    z.refine((value) => value.toLowerCase() === entryPoint.address.toLowerCase(), {
      error: `must be ${entryPoint.address}`,
    }),
  ),
  hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{64}$/)),
}
const context = z._default(z.nullish(paymasterContext), {})
const chainId = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,16}$/))
/** The operation that some clients send has empty paymaster fields as null; unknown fields are refused. */
const schemas = {
  none: z.tuple([]),
  // The third parameter overrides state in some bundlers. Not here: its result would not be what is executed.
  estimate: z.tuple([partialUserOperation, EntryPoint], z.unknown()),
  send: z.tuple([signedUserOperation, EntryPoint]),
  hash: z.tuple([hash]),
  stub: z.tuple([partialUserOperation, EntryPoint, chainId, context]),
  data: z.tuple([unsponsoredUserOperation, EntryPoint, chainId, context]),
}

type Method = (call: MethodCall) => Promise<unknown>

const methods: Readonly<Record<string, Method>> = {
  eth_chainId: async ({ bundler }) => numberToHex(BigInt(bundler.chain.reference)),
  eth_supportedEntryPoints: async () => [entryPoint.address],
  async eth_estimateUserOperationGas({ params, bundler }) {
    const [operation] = parse(schemas.estimate, params)
    return bundler.quotes.estimate(toUserOperation(operation))
  },
  async eth_sendUserOperation({ params, bundler, authorize }) {
    const [operation] = parse(schemas.send, params)
    const caller = await authorize(operation.sender)
    return bundler.send({ operation: toUserOperation(operation), caller })
  },
  async eth_getUserOperationByHash({ params, bundler, projectId }) {
    const [hash] = parse(schemas.hash, params)
    return bundler.reader.byHash({ hash: hash.toLowerCase(), projectId })
  },
  async eth_getUserOperationReceipt({ params, bundler, projectId }) {
    const [hash] = parse(schemas.hash, params)
    return bundler.reader.receipt({ hash: hash.toLowerCase(), projectId })
  },
  async pm_getPaymasterStubData(call) {
    return call.bundler.quotes.stub(await readQuery(call, parse(schemas.stub, padded(call.params))))
  },
  async pm_getPaymasterData(call) {
    return call.bundler.quotes.sign(await readQuery(call, parse(schemas.data, padded(call.params))))
  },
}

/**
 * Calls a method of the bundler.
 *
 * @throws {BundlerError} or {RpcError}, whose code and message are for the client.
 */
export async function callBundlerMethod(call: MethodCall): Promise<unknown> {
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined
  if (!method)
    throw new RpcError({ rpcCode: rpcErrorCodes.methodNotFound, message: 'The method does not exist here.' })
  try {
    return await method(call)
  } catch (cause) {
    if (cause instanceof UpstreamsFailedError)
      throw new BundlerError({
        rpcCode: bundlerErrorCodes.rejected,
        reason: 'paused',
        message: 'No node of the network answers at the moment.',
        cause,
      })
    throw cause
  }
}

async function readQuery(
  { bundler, authorize }: MethodCall,
  [operation, , chain, given]: [PartialUserOperation, string, string, z.output<typeof context>],
) {
  if (BigInt(chain) !== BigInt(bundler.chain.reference))
    throw invalid('The chain of the parameters is not the chain of the request.')
  const caller = await authorize(operation.sender)
  return { operation: toUserOperation(operation), context: given ?? {}, caller }
}

/** The context is optional. */
const padded = (params: unknown) => (Array.isArray(params) && params.length === 3 ? [...params, {}] : params)

function parse<Schema extends z.ZodMiniType>(schema: Schema, params: unknown): z.output<Schema> {
  const read = schema.safeParse(params)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw invalid(`${issue?.path.join('.') || 'params'}: ${issue?.message ?? 'is invalid'}`.slice(0, 300))
}

const invalid = (message: string) => new BundlerError({ rpcCode: bundlerErrorCodes.invalidFields, message })
