import { formatEther } from 'viem'
import type { Config } from '../../../infra/config/Config.ts'
import type { SponsorNetwork } from '../../../infra/config/SponsorConfig.ts'
import { readSponsorBalances } from '../../../modules/sponsors/readSponsorBalances.ts'
import { describeChainError } from './describeChainError.ts'
import { openSponsorNetwork } from './openSponsorNetwork.ts'

/** What one network's paymaster has, in coins, and what it lacks. */
export type SponsorStatus = {
  chain: string
  paymaster: string
  owner: string
  signer: string
  maxCost: string
  isDeployed: boolean
  deposit: string
  relayer: string | undefined
  relayerBalance: string | undefined
  /** What keeps it from paying: empty if it pays. */
  problems: string[]
}

/** Reads paymaster and balances of a network, and compares them with the floors. */
export async function readSponsorStatus({
  config,
  chain,
  sponsor: { paymaster, terms, depositFloor, relayerFloor, relayer },
}: {
  config: Config
  chain: string
  sponsor: SponsorNetwork
}): Promise<SponsorStatus> {
  const { client } = await openSponsorNetwork({ config, chain })
  try {
    const [code, balances] = await Promise.all([
      client.getCode({ address: paymaster }),
      readSponsorBalances({
        chain: { requestMany: (calls) => Promise.all(calls.map((call) => client.request(call as never))) },
        paymaster,
        relayer,
      }),
    ])
    const isPoor = balances.relayer !== undefined && balances.relayer < relayerFloor
    return {
      chain,
      paymaster,
      owner: terms.owner,
      signer: terms.signer,
      maxCost: formatEther(terms.maxCost),
      isDeployed: code !== undefined,
      deposit: formatEther(balances.deposit),
      relayer,
      relayerBalance: balances.relayer === undefined ? undefined : formatEther(balances.relayer),
      problems: [
        ...(code ? [] : ['the paymaster is not deployed']),
        ...(balances.deposit < depositFloor ? [`the deposit is below ${formatEther(depositFloor)}`] : []),
        ...(isPoor ? [`the relayer has less than ${formatEther(relayerFloor)}`] : []),
      ],
    }
  } catch (error) {
    throw describeChainError({ chain, error })
  }
}
