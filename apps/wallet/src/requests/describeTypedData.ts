import type { Hex } from 'viem'
import { approveText } from '../approve/copy.ts'
import type { Description, Fact, Risk, Warning } from '../approve/Description.ts'
import { findHidden, hiddenMark } from '../approve/readableText.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import type { DescribeContext } from './DescribeContext.ts'
import { effectText } from './effectCopy.ts'
import { isUnlimited } from './formatAmount.ts'
import { type HashedTypedData, hashTypedData } from './hashTypedData.ts'
import { knownNetworks } from './knownNetworks.ts'
import { listRiskReasons } from './listRiskReasons.ts'
import { markNew } from './markNew.ts'
import { networkName } from './networkName.ts'
import { partyWarnings } from './partyWarnings.ts'
import { permit2 } from './permit2.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { raiseRisk } from './raiseRisk.ts'
import type { AssetFacts, Assets } from './readAssets.ts'
import { readTypedData } from './readTypedData.ts'
import { recogniseTypedData } from './recogniseTypedData.ts'
import { toShown } from './toShown.ts'
import { typedText } from './typedData/copy.ts'
import { danger } from './typedData/danger.ts'
import { isStandardType } from './typedData/isStandardType.ts'
import { listFields } from './typedData/listFields.ts'
import type { RecognisedTypedData } from './typedData/RecognisedTypedData.ts'
import { refuseDelegation } from './typedData/refuseDelegation.ts'

export type DescribedTypedData = {
  description: Description
  hash: Hex
  /** Tokens whose symbol and decimals the description shows, in lower case. */
  tokens: string[]
  /** Addresses that get something, or may take something, with the signature. */
  parties: Hex[]
}

type DescribeTypedDataContext = DescribeContext & {
  address: Hex
  limits: RiskLimits
  /** What is known about the coin and the tokens; nothing until it is read. */
  assets?: Assets | undefined
  /** Addresses that the account dealt with before, in lower case; unknown until they are read. */
  recipients?: readonly string[] | undefined
}

const nothingKnown: Assets = {
  coin: { symbol: undefined, price: undefined, balance: undefined },
  tokens: new Map(),
}

/**
 * Describes an `eth_signTypedData_v4` request. Data for another network than the chosen one is refused, and so is data that hands
 * over the account. A signature is high risk, unless it only takes a permission back, or others can take no more with it than the
 * limits, all of it with a known price.
 *
 * @throws {RequestRefusedError}
 */
export function describeTypedData(
  params: unknown,
  { limits, assets = nothingKnown, recipients, ...context }: DescribeTypedDataContext,
): DescribedTypedData {
  if (!Array.isArray(params) || params.length !== 2)
    refuse('eth_signTypedData_v4 takes [address, typed data].')
  const [address, data] = params as [unknown, unknown]
  if (typeof address !== 'string' || address.toLowerCase() !== context.address.toLowerCase())
    refuse('The data is for another account than the one that is connected.')
  const typed = readTypedData(data)
  const hashed = hashTypedData(typed)
  const { primaryType } = typed
  const { domain, message } = hashed
  const { chainId } = domain
  const isBound = typeof chainId === 'bigint'
  if (isBound && `eip155:${chainId}` !== context.chainId)
    refuse(`This data is for the network eip155:${chainId}, but ${context.chainId} is selected.`)
  refuseDelegation({ primaryType, domain, message, address: context.address })

  const shown = new Set<string>()
  const tokenOf = (token: string): Partial<AssetFacts> => {
    shown.add(token.toLowerCase())
    return assets.tokens.get(token.toLowerCase()) ?? {}
  }
  const isStandard = isStandardType(hashed.type)
  const known = recogniseTypedData({ ...context, primaryType, domain, message, assets, tokenOf })
  const { title, facts, taken, warnings: ownWarnings } = known ?? describeUnknown(primaryType, hashed)
  const { risk, reasons } = rate({ taken, isStandard, isBound, assets, limits, ...context })
  const parties = (known?.parties ?? []).filter((party) => !isSame(party.address, context.address))
  const added = parties.flatMap((party) =>
    recipients && !recipients.includes(party.address.toLowerCase()) ? [party.address] : [],
  )
  const warnings: Warning[] = [
    ...ownWarnings,
    ...reasons,
    ...hiddenWarnings(hashed),
    ...partyWarnings(parties, { added, recipients: recipients ?? [] }),
  ]
  if (known && !isStandard) warnings.push(danger(typedText('typed.warnings.unusual')))
  if (!isBound) warnings.push({ level: 'note', text: typedText('typed.warnings.everyNetwork') })
  return {
    description: {
      name: 'signature',
      title,
      facts: markNew([...facts, ...domainFacts(domain, { shown: facts, assets })], { parties, added }),
      tree: [
        { label: primaryType, children: hashed.messageTree },
        { label: typedText('typed.labels.domain'), children: hashed.domainTree },
      ],
      details: [
        { label: typedText('typed.labels.account'), value: context.address, kind: 'address' },
        { label: typedText('typed.labels.hash'), value: hashed.hash },
      ],
      raw: typeof data === 'string' ? data : JSON.stringify(data, undefined, 2),
      warnings: toShown(warnings),
      risk: raiseRisk(risk, warnings),
      // In another format it may mean something else.
      ...(known?.stake && isStandard ? { stake: known.stake } : {}),
      ...(isBound && knownNetworks[context.chainId]?.isTest ? { isTest: true } : {}),
    },
    hash: hashed.hash,
    tokens: [...shown],
    parties: parties.map((party) => party.address),
  }
}

function describeUnknown(primaryType: string, { message }: HashedTypedData): RecognisedTypedData {
  return {
    title: typedText('typed.unknown.title', { type: primaryType }),
    facts: [
      { label: effectText('effect.labels.now'), value: typedText('typed.now.nothingUnknown') },
      { label: typedText('typed.labels.whatItDoes'), value: typedText('typed.unknown.what') },
      { label: typedText('typed.labels.canBeUsed'), value: typedText('typed.unknown.use') },
      ...listFields('message', message),
    ],
    warnings: [danger(typedText('typed.warnings.unknown'))],
    taken: undefined,
  }
}

/** Rates what others can take: it is small only if all of it is known and below the limits. */
function rate({
  taken,
  isStandard,
  isBound,
  assets,
  limits,
  address,
  chainId,
}: {
  taken: RecognisedTypedData['taken']
  isStandard: boolean
  /** Whether it is valid on one network only. On others the same addresses may be worth something else. */
  isBound: boolean
  assets: Assets
  limits: RiskLimits
  address: Hex
  chainId: string
}): { risk: Risk; reasons: Warning[] } {
  if (taken === 'nothing') return { risk: isStandard ? 'low' : 'high', reasons: [] }
  // A sum would say too little next to an amount without a limit.
  if (taken?.some((asset) => asset.kind === 'erc20' && isUnlimited(asset.amount)))
    return { risk: 'high', reasons: [] }
  const reasons = listRiskReasons({
    effects: (taken ?? []).map((asset) => ({ type: 'allow', asset, from: address, to: address })),
    facts: { ...assets, simulation: undefined, areContracts: [], recipients: [] },
    fee: 0n,
    address,
    chainId,
    limits,
  })
  const isSmall = taken && taken.length > 0 && isStandard && isBound && reasons.length === 0
  return { risk: isSmall ? 'medium' : 'high', reasons }
}

/** Names of contracts that say nothing. */
const emptyName = /^(account|collection|contract|nfts?|token)$/i

/** Names the contract. The site's name for it is left out if it has no meaning, or the contract is known to the wallet. */
function domainFacts(
  { name, verifyingContract, chainId }: HashedTypedData['domain'],
  { shown, assets }: { shown: readonly Fact[]; assets: Assets },
): Fact[] {
  const facts: Fact[] = []
  const contract = typeof verifyingContract === 'string' ? verifyingContract : undefined
  const isPermit2 = contract?.toLowerCase() === permit2
  const isKnown = isPermit2 || assets.tokens.get(contract?.toLowerCase() ?? '')?.price !== undefined
  if (isPermit2)
    facts.push({ label: effectText('effect.labels.carriedOutBy'), value: effectText('effect.permit2') })
  else if (contract && !shown.some(({ value }) => value === contract))
    facts.push({ label: effectText('effect.labels.contract'), value: contract, kind: 'address' })
  if (typeof name === 'string' && !isKnown && !emptyName.test(name)) {
    const label = typedText(contract ? 'typed.labels.siteCallsContract' : 'typed.labels.siteCalls')
    facts.push({ label, value: approveText('approve.notChecked', { name }), kind: 'claim' })
  }
  if (typeof chainId === 'bigint')
    facts.push({ label: effectText('effect.labels.network'), value: networkName(`eip155:${chainId}`) })
  return facts
}

function hiddenWarnings({ domain, message }: HashedTypedData): Warning[] {
  const texts: string[] = []
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value)
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) collect(part)
  }
  collect(domain)
  collect(message)
  // Join first: one long text is checked faster than thousands of short ones.
  const found = findHidden(texts.join('\n'))
  if (found === 'direction') return [danger(typedText('typed.warnings.direction', { mark: hiddenMark() }))]
  if (found === 'invisible')
    return [{ level: 'note', text: typedText('typed.warnings.invisible', { mark: hiddenMark() }) }]
  return []
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
