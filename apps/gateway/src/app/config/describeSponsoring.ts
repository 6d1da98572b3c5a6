import { formatEther } from 'viem/utils'
import type { Config } from '../../infra/config/Config.ts'
import type { SponsorConfig } from '../../infra/config/SponsorConfig.ts'

/** Returns who pays for what, as `--check` prints it: never a key, nor more of a bundler's URL than its host. */
export function describeSponsoring({ sponsoring }: Pick<Config, 'sponsoring'>): string[] {
  if (!sponsoring) return ['sponsored fees are off: PAYMASTERS is not set']
  return [...sponsoring.networks].flatMap(([chain, network]) => {
    const { paymaster, terms, depositFloor, relayerFloor, relayer, bundlerUrl, feeTokens } = network
    const by = relayer
      ? `relayer ${relayer}, which must have ${formatEther(relayerFloor)}`
      : `bundler at ${new URL(bundlerUrl ?? '').host}`
    return [
      `paymaster on ${chain}: ${paymaster} of ${terms.owner}, at most ${formatEther(terms.maxCost)} per operation, while its deposit is ${formatEther(depositFloor)} or more; ${by}`,
      ...describePolicies(sponsoring, chain),
      ...feeTokens.map(
        ({ symbol, markupPercent, rate, collector }) =>
          `fees on ${chain} in ${symbol}: at ${rate ? 'the fixed rate' : 'the gateway’s prices'} + ${markupPercent} %, to ${collector}`,
      ),
    ]
  })
}

function describePolicies({ projects }: SponsorConfig, chain: string): string[] {
  return [...projects].flatMap(([project, policies]) => {
    const policy = policies.get(chain as never)
    if (!policy) return []
    const { userOperations, userWei, projectWei, revocations } = policy.perDay
    const hosts = [...policy.paymasterHosts]
    const others = hosts.length > 0 ? `; paymasters of others may pay: ${hosts.join(', ')}` : ''
    const contracts = `${policy.allow.size} ${policy.allow.size === 1 ? 'contract' : 'contracts'}`
    const ended =
      revocations === 0
        ? 'no permissions are revoked at its cost'
        : `an account may revoke ${revocations} ${revocations === 1 ? 'permission' : 'permissions'}`
    return [
      `project ${project} pays on ${chain} for calls to ${contracts}: per day ${userOperations} operations and ${formatEther(userWei)} of a user, ${formatEther(projectWei)} of all; ${ended}${others}`,
    ]
  })
}
