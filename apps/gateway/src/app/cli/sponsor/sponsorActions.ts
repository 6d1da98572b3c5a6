import {
  type SponsorPaymasterTerms,
  sponsorPaymasterAddress,
  sponsorPaymasterArtifact,
  sponsorPaymasterDeployCall,
} from '@portico/contracts'
import { BaseError } from '@portico/protocol'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  encodeFunctionData,
  formatEther,
  type Hex,
  BaseError as ViemError,
} from 'viem'
import { entryPoint07Abi } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { SponsorNetwork } from '../../../infra/config/SponsorConfig.ts'
import { describeChainError } from './describeChainError.ts'
import type { OpenNetwork } from './openSponsorNetwork.ts'
import { type SponsorCall, sendCall } from './sendCall.ts'

const { EntryPoint } = delegatorContracts
const { abi } = sponsorPaymasterArtifact

/** What a command was asked to do. */
export type SponsorAction = {
  network: OpenNetwork
  /** Undefined if only an address was given. */
  sponsor: SponsorNetwork | undefined
  paymaster: Hex
  /** Undefined for a dry run. */
  account: PrivateKeyAccount | undefined
  /** In wei; undefined = all. */
  amount: bigint | undefined
  to: Hex | undefined
  say: (line: string) => void
}

/** What a command has done. */
export type SponsorResult = { hash?: Hex | undefined; deposit: bigint }

/** Deploys the paymaster, unless it is there. */
export async function deploy(action: SponsorAction): Promise<SponsorResult> {
  const { network, sponsor, paymaster, say } = action
  if (!sponsor) throw new BaseError(`PAYMASTERS has no ${network.id}: its terms are needed to deploy.`)
  const { owner, signer, maxCost } = sponsor.terms
  say(
    `Paymaster ${paymaster} on ${network.id}: owner ${owner}, signer ${signer}, maxCost ${formatEther(maxCost)}.`,
  )
  if (await isDeployed(action)) {
    say('It is already deployed: nothing was sent.')
    return { deposit: await depositOf(action) }
  }
  const call = { ...sponsorPaymasterDeployCall(sponsor.terms), value: 0n }
  if (!(await codeOf(action, call.to)))
    throw new BaseError(
      `${network.id} has no deployment proxy at ${call.to}: deploy that first, see https://github.com/Arachnid/deterministic-deployment-proxy.`,
    )
  const hash = await send(action, call)
  if (hash && !(await isDeployed(action)))
    throw new BaseError(`The transaction ${hash} was included, but ${paymaster} has no code.`)
  if (hash) say(`Deployed ${paymaster}.`)
  return { hash, deposit: await depositOf(action) }
}

/** Adds to the deposit of the paymaster at the EntryPoint. Anybody may. */
export async function deposit(action: SponsorAction): Promise<SponsorResult> {
  const { network, paymaster, amount = 0n, say } = action
  await requireDeployed(action)
  await requireOwnCode(action)
  const before = await depositOf(action)
  say(`Deposits ${formatEther(amount)} for ${paymaster} on ${network.id}, which has ${formatEther(before)}.`)
  const data = encodeFunctionData({ abi: entryPoint07Abi, functionName: 'depositTo', args: [paymaster] })
  return finish(action, await send(action, { to: EntryPoint, data, value: amount }))
}

/** Withdraws from the deposit. Only the owner may. */
export async function withdraw(action: SponsorAction): Promise<SponsorResult> {
  const { network, paymaster, account, say } = action
  await requireDeployed(action)
  const owner = await read(action, () =>
    network.client.readContract({ address: paymaster, abi, functionName: 'owner' }),
  )
  if (account && account.address !== owner)
    throw new BaseError(
      `Only ${owner} can withdraw from ${paymaster}; the key is that of ${account.address}. Nothing was sent.`,
    )
  const before = await depositOf(action)
  const amount = action.amount ?? before
  const to = action.to ?? owner
  if (amount > before)
    throw new BaseError(`${paymaster} has ${formatEther(before)} on ${network.id}. Nothing was sent.`)
  if (amount === 0n) {
    say(`${paymaster} has no deposit on ${network.id}: nothing was sent.`)
    return { deposit: 0n }
  }
  say(
    `Withdraws ${formatEther(amount)} of ${formatEther(before)} from ${paymaster} on ${network.id} to ${to}.`,
  )
  const data = encodeFunctionData({ abi, functionName: 'withdraw', args: [to, amount] })
  return finish(action, await send(action, { to: paymaster, data, value: 0n }))
}

/** Without an account, says what any wallet could send instead. */
async function send({ network, account, say }: SponsorAction, call: SponsorCall): Promise<Hex | undefined> {
  if (account) return sendCall({ network, account, call, say })
  say(
    `Nothing was sent. Any wallet can send it:\nto    ${call.to}\nvalue ${call.value} wei\ndata  ${call.data}`,
  )
  return undefined
}

async function finish(action: SponsorAction, hash: Hex | undefined): Promise<SponsorResult> {
  const now = await depositOf(action)
  if (hash) action.say(`The deposit is now ${formatEther(now)}.`)
  return { hash, deposit: now }
}

async function requireDeployed(action: SponsorAction): Promise<void> {
  if (await isDeployed(action)) return
  const { paymaster, network } = action
  throw new BaseError(
    `There is no paymaster at ${paymaster} on ${network.id}: deploy it first. Nothing was sent.`,
  )
}

/** Refuses a deposit for any other contract: its coins would be lost. The address proves the code, since it follows from code and terms. */
async function requireOwnCode({ network, paymaster }: SponsorAction): Promise<void> {
  const of = <Name extends 'owner' | 'signer' | 'maxCost'>(functionName: Name) =>
    network.client.readContract({ address: paymaster, abi, functionName })
  try {
    const [owner, signer, maxCost] = await Promise.all([of('owner'), of('signer'), of('maxCost')])
    if (sponsorPaymasterAddress({ owner, signer, maxCost } as SponsorPaymasterTerms) === paymaster) return
  } catch (error) {
    // Another contract reverts, or returns nothing.
    const isOther =
      error instanceof ViemError &&
      error.walk(
        (cause) =>
          cause instanceof ContractFunctionRevertedError || cause instanceof ContractFunctionZeroDataError,
      )
    if (!isOther) throw describeChainError({ chain: network.id, error })
  }
  throw new BaseError(
    `The contract at ${paymaster} on ${network.id} is not a SponsorPaymaster of this release. Nothing was sent.`,
  )
}

const isDeployed = async (action: SponsorAction): Promise<boolean> =>
  (await codeOf(action, action.paymaster)) !== undefined

const codeOf = (action: SponsorAction, address: Hex): Promise<Hex | undefined> =>
  read(action, () => action.network.client.getCode({ address }))

const depositOf = (action: SponsorAction): Promise<bigint> =>
  read(action, () =>
    action.network.client.readContract({
      address: EntryPoint,
      abi: entryPoint07Abi,
      functionName: 'balanceOf',
      args: [action.paymaster],
    }),
  )

async function read<Result>({ network }: SponsorAction, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw describeChainError({ chain: network.id, error })
  }
}
