import { BaseError, type CaipNetworkId } from '@portico/protocol'
import { UsageError } from '@portico/server'
import { formatEther, getAddress, isAddress, parseEther } from 'viem'
import type { Config } from '../../infra/config/Config.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'
import { openSponsorNetwork } from './sponsor/openSponsorNetwork.ts'
import { readSigningKey } from './sponsor/readSigningKey.ts'
import { readSponsorStatus, type SponsorStatus } from './sponsor/readSponsorStatus.ts'
import { deploy, deposit, withdraw } from './sponsor/sponsorActions.ts'

type Hex = `0x${string}`

const options = {
  chain: { type: 'string' },
  amount: { type: 'string' },
  to: { type: 'string' },
  paymaster: { type: 'string' },
  'key-file': { type: 'string' },
  'dry-run': { type: 'boolean' },
  json: { type: 'boolean' },
} as const
type Values = ReturnType<typeof parseArguments<typeof options>>['values']

const actions = { deploy, deposit, withdraw }
/** The options that an action takes besides --chain, --key-file, --dry-run and --json. */
const optionsOf: Readonly<Record<keyof typeof actions, readonly (keyof Values)[]>> = {
  deploy: [],
  deposit: ['amount', 'paymaster'],
  withdraw: ['amount', 'paymaster', 'to'],
}

/** `gateway sponsor …`: the paymasters of sponsored fees. */
export const sponsor: Command = {
  summary: 'sponsor deploy|deposit|withdraw|status   manage the paymasters of sponsored fees',
  help: `npm run gateway -- sponsor status [--chain <id>] [--json]
npm run gateway -- sponsor deploy --chain <id> --key-file <file>
npm run gateway -- sponsor deposit --chain <id> --amount <coins> [--paymaster <address>] --key-file <file>
npm run gateway -- sponsor withdraw --chain <id> --amount <coins>|all [--to <address>] [--paymaster <address>] --key-file <file>

Manages the paymasters of PAYMASTERS over the nodes of RPC_URLS. The commands say what they will do before they send
anything, wait until it is included, and print the result. When to run which: docs/operate.md.
  status     deployed or not, deposit, relayer; exit code 1 if something keeps a network from paying
  deploy     deploys the paymaster, paid by any account; does nothing if it is there
  deposit    adds to the deposit at the EntryPoint, from any account
  withdraw   takes from the deposit; only the owner can

  --chain <id>            CAIP-2 ID, such as eip155:1
  --amount <coins>        whole coins, such as 0.5
  --to <address>          who receives what is withdrawn (default: the owner)
  --paymaster <address>   another paymaster than that of PAYMASTERS, such as the one before a rotation
  --key-file <file>       file with the private key of the account that sends, in hex; - reads the standard input
  --dry-run               send nothing, and print the call instead: any wallet can send it. Needs no key
  --json                  print one line of JSON instead of text`,
  async run({ args, config, print }) {
    const { values, positionals } = parseArguments(args, options)
    const [name, ...more] = positionals
    if (name === undefined || more.length > 0)
      throw new UsageError('Name one subcommand: status, deploy, deposit or withdraw.')
    if (name === 'status') return status({ config, values, print })
    if (!Object.hasOwn(actions, name)) throw new UsageError(`Unknown subcommand "sponsor ${name}".`)
    return act({ name: name as keyof typeof actions, config, values, print })
  },
}

async function act({
  name,
  config,
  values,
  print,
}: {
  name: keyof typeof actions
  config: Config
  values: Values
  print: (text: string) => void
}): Promise<0> {
  const { chain, 'key-file': keyFile, 'dry-run': isDry, json } = values
  for (const option of ['amount', 'paymaster', 'to'] as const)
    if (values[option] !== undefined && !optionsOf[name].includes(option))
      throw new UsageError(`\`sponsor ${name}\` has no option --${option}.`)
  if (chain === undefined) throw new UsageError('Give the network: --chain eip155:….')
  if (!isDry && keyFile === undefined)
    throw new UsageError('Give the file with the key of the account that sends: --key-file, or --dry-run.')
  const amount = name === 'deploy' ? undefined : readAmount(values.amount, name)
  const to = readAddress('--to', values.to)
  const given = readAddress('--paymaster', values.paymaster)
  const configured = config.sponsoring?.networks.get(chain as CaipNetworkId)
  const paymaster = given ?? configured?.paymaster
  if (!paymaster)
    throw new BaseError(
      `PAYMASTERS has no ${chain.slice(0, 60)} with smart accounts: add it${name === 'deploy' ? '' : ', or give --paymaster'}.`,
    )
  const network = await openSponsorNetwork({ config, chain })
  const account = isDry || keyFile === undefined ? undefined : readSigningKey(keyFile)
  const say = (line: string) => (json ? undefined : print(line))
  const { hash, deposit } = await actions[name]({
    ...{ network, sponsor: configured, paymaster, account, amount, to, say },
  })
  if (json) print(JSON.stringify({ chain, paymaster, hash: hash ?? null, deposit: formatEther(deposit) }))
  return 0
}

async function status({
  config,
  values: { chain, json, ...others },
  print,
}: {
  config: Config
  values: Values
  print: (text: string) => void
}): Promise<0 | 1> {
  if (Object.keys(others).length > 0)
    throw new UsageError('`sponsor status` takes only the options --chain and --json.')
  const networks = [...(config.sponsoring?.networks ?? [])].filter(
    ([id]) => chain === undefined || id === chain,
  )
  if (networks.length === 0)
    throw new BaseError(
      chain
        ? `PAYMASTERS has no ${chain.slice(0, 60)} with smart accounts.`
        : 'No network has a paymaster: set PAYMASTERS, and SMART_ACCOUNTS=upgraded.',
    )
  const found = await Promise.all(
    networks.map(([id, entry]) => readSponsorStatus({ config, chain: id, sponsor: entry })),
  )
  print(json ? JSON.stringify({ networks: found }) : found.map(describe).join('\n\n'))
  return found.every(({ problems }) => problems.length === 0) ? 0 : 1
}

function describe({ chain, problems, ...status }: SponsorStatus): string {
  return [
    chain,
    `paymaster ${status.paymaster}${status.isDeployed ? '' : ' (not deployed)'}`,
    `owner     ${status.owner}`,
    `signer    ${status.signer}`,
    `maxCost   ${status.maxCost}`,
    `deposit   ${status.deposit}`,
    status.relayer
      ? `relayer   ${status.relayer}, which has ${status.relayerBalance}`
      : 'relayer   none: somebody else’s bundler sends operations',
    problems.length === 0 ? 'It pays.' : `It does not pay: ${problems.join('; ')}.`,
  ].join('\n')
}

function readAmount(text: string | undefined, name: string): bigint | undefined {
  if (text === 'all' && name === 'withdraw') return undefined
  if (text !== undefined && /^(0|[1-9]\d{0,8})(\.\d{1,18})?$/.test(text) && /[1-9]/.test(text))
    return parseEther(text)
  throw new UsageError(
    `Give the amount in whole coins: --amount 0.5${name === 'withdraw' ? ', or --amount all' : ''}.`,
  )
}

function readAddress(option: string, text: string | undefined): Hex | undefined {
  if (text === undefined) return undefined
  // Capital letters are a checksum, and a wrong address loses the coins.
  if (isAddress(text) && !/^0x0{40}$/.test(text)) return getAddress(text)
  throw new UsageError(`${option} must be an address with a valid checksum.`)
}
