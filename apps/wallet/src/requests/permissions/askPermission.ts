import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { Hex } from 'viem'
import { approveText } from '../../approve/copy.ts'
import type { ChosenLimits } from '../../approve/Limits.ts'
import { recoverAddress } from '../../keys/recoverAddress.ts'
import type { Ask, AskContext } from '../Ask.ts'
import { attempt } from '../attempt.ts'
import { decide } from '../decide.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { type Assets, readAssets } from '../readAssets.ts'
import { foreignCode, readDelegation } from '../readDelegation.ts'
import { turnOn } from '../turnOn.ts'
import { caveatCoding } from './caveatCoding.ts'
import type { Delegation } from './Delegation.ts'
import { delegationCoding } from './delegationCoding.ts'
import { describePermissionRequest } from './describePermissionRequest.ts'
import { grantedPermissions } from './grantedPermissions.ts'
import { permissionChain } from './permissionChain.ts'
import { type RequestedPermission, readPermissionRequest } from './readPermissionRequest.ts'
import { readTarget } from './readTarget.ts'
import { refuseTerms } from './refuseTerms.ts'
import type { Terms } from './Terms.ts'

/**
 * Handles `wallet_requestExecutionPermissions` and `wallet_grantPermissions`: another account may act as this one, within limits that the
 * contracts of the Delegation Framework enforce. The wallet writes the delegation itself, from the terms that the visitor saw and may have
 * lowered. If smart-account features are off, the visitor is asked next to turn them on: without the account's code, nobody can use
 * the permission.
 *
 * @throws {RpcError} -32602 for terms that are refused, 4200 where the account is no smart account, 4001 if the visitor rejects
 * @see https://eips.ethereum.org/EIPS/eip-7715
 */
export const askPermission: Ask = async ({ id, params, chainId }, context, active) => {
  const { session, now, approver, limits } = context
  const { address, origin } = session
  const requested = readPermissionRequest(params, { address, chainId, now: now() })
  refuseTerms(requested.terms, { address, now: now() })
  await requireSmartAccount(chainId, context)
  await limits.admit()
  approver.showProgress(
    { origin, claimedName: session.dapp.name },
    'permission',
    approveText('approve.preparing'),
  )
  const { assets, nonce, isUpgrade } = await readFacts(requested.terms, { chainId, context })
  active.signal.throwIfAborted()
  const delegation = toDelegation(requested.terms, { address, nonce, salt: randomSalt() })
  const chosen = await decide({
    description: describePermissionRequest({
      ...{ requested, delegation, assets, chainId, isUpgrade, now: now() },
    }),
    context,
    signal: active.signal,
  })
  const terms = lower(requested, chosen)
  if (isUpgrade) await turnOn({ id, chainId, context, active })
  // The visitor may have taken long, or revoked all permissions meanwhile.
  refuseTerms(terms, { address, now: now() })
  return grant({ requested, terms, salt: delegation.salt }, { chainId, context, signal: active.signal })
}

async function requireSmartAccount(
  chainId: string,
  { batchNetworks, accountType }: AskContext,
): Promise<void> {
  const isEoa = (await accountType()) === 'eoa'
  if (!isEoa && (await batchNetworks()).has(chainId)) return
  throw new RequestRefusedError({
    reason: isEoa
      ? 'The account is of the type eoa for this page, which grants no permissions.'
      : `The wallet grants no permissions on ${chainId}.`,
    rpcCode: rpcErrorCodes.unsupportedMethod,
  })
}

/**
 * Reads what the terms are about, as far as it decides whether they are asked for at all.
 *
 * @throws {RequestRefusedError}
 */
async function readFacts(
  { allowed }: Terms,
  { chainId, context }: { chainId: string; context: AskContext },
): Promise<{ assets: Assets; nonce: bigint; isUpgrade: boolean }> {
  const { session, rpc, gateway } = context
  const { address } = session
  const account = { rpc, chainId, address }
  const tokens = allowed.kind === 'token' ? [allowed.token.toLowerCase()] : []
  const [assets, nonce, code, targets] = await Promise.all([
    readAssets({ rpc, gateway, chainId, address, tokens }),
    permissionChain.readNonce(account),
    readDelegation(account),
    allowed.kind === 'contract'
      ? Promise.all(allowed.targets.map((target) => readTarget({ ...account, target })))
      : [],
  ])
  if (code === 'foreign')
    throw new RequestRefusedError({ ...foreignCode, rpcCode: rpcErrorCodes.unsupportedMethod })
  if (allowed.kind === 'token' && assets.tokens.get(tokens[0] ?? '')?.kind !== 'erc20')
    refuse(`${allowed.token} is no token whose amounts the wallet could limit.`)
  if (allowed.kind === 'contract')
    for (const [index, kind] of targets.entries())
      if (kind !== 'contract')
        refuse(
          kind === 'token'
            ? `${allowed.targets[index]} is a token or a collection of NFTs: ask for an amount of it instead.`
            : `There is no contract at ${allowed.targets[index]}.`,
        )
  return { assets, nonce, isUpgrade: code === 'none' }
}

/** Returns the terms with the limits that the visitor chose, which are never higher. */
function lower(
  { terms, isAmountFixed, isTimeFixed }: RequestedPermission,
  chosen: ChosenLimits | undefined,
): Terms {
  if (!chosen) return terms
  const { allowed, expiresAt } = terms
  const most = allowed.kind === 'contract' ? BigInt(allowed.calls) : allowed.amount
  const amount = BigInt(chosen.amount)
  const isLower =
    amount > 0n &&
    amount <= most &&
    chosen.until <= expiresAt &&
    (!isAmountFixed || amount === most) &&
    (!isTimeFixed || chosen.until === expiresAt)
  if (!isLower) throw new Error('The limits are higher than those that were asked for.')
  return {
    ...terms,
    expiresAt: chosen.until,
    allowed: allowed.kind === 'contract' ? { ...allowed, calls: Number(amount) } : { ...allowed, amount },
  }
}

/** Signs the delegation, stores it, and only then gives it to the page. */
async function grant(
  { requested, terms, salt }: { requested: RequestedPermission; terms: Terms; salt: bigint },
  { chainId, context, signal }: { chainId: string; context: AskContext; signal: AbortSignal },
): Promise<unknown> {
  const { session, rpc } = context
  const { address, origin } = session
  return attempt({
    name: 'permission',
    text: approveText('approve.signing'),
    failure: approveText('approve.notSigned'),
    context,
    signal,
    step: async () => {
      const account = { rpc, chainId, address }
      const [nonce, code] = await Promise.all([permissionChain.readNonce(account), readDelegation(account)])
      // Another tab may have turned the features off: permissions end with them, also this one.
      if (code !== 'own')
        throw new RequestRefusedError({
          reason: 'Smart-account features were turned off before the permission was signed.',
          rpcCode: rpcErrorCodes.unsupportedMethod,
        })
      const delegation = toDelegation(terms, { address, nonce, salt })
      const hash = delegationCoding.hash(delegation)
      const signer = await session.openSigner()
      let signature: Hex
      try {
        signal.throwIfAborted()
        const digest = delegationCoding.digest(delegation, Number(chainId.slice('eip155:'.length)))
        signature = await signer.signHash(digest)
        if (recoverAddress({ hash: digest, signature }).toLowerCase() !== address.toLowerCase())
          throw new Error('The signature is of another account.')
      } finally {
        signer.close()
      }
      const signed = delegationCoding.encodeContext(delegation, signature)
      await grantedPermissions.add(
        { hash, chainId, origin, delegation, terms, nonce, context: signed },
        context,
      )
      return requested.answer({ terms, context: signed })
    },
  })
}

function toDelegation(
  terms: Terms,
  { address, nonce, salt }: { address: Hex; nonce: bigint; salt: bigint },
): Delegation {
  const caveats = caveatCoding.write({ terms, nonce })
  if (!caveatCoding.read(terms.delegate, caveats))
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The caveats differ from the terms. Nothing was signed.',
    })
  return { delegate: terms.delegate, delegator: address, caveats, salt }
}

/** Two permissions with the same terms are different ones: revoking one leaves the other. */
function randomSalt(): bigint {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  return bytes.reduce((sum, byte) => (sum << 8n) + BigInt(byte), 0n)
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
