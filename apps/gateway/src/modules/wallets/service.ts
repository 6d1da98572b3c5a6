import type { Catalogue } from '@portico/catalogue'
import type { Wallet, WalletsResponse } from '@portico/protocol/gateway'
import type { OverlayWallet, WalletsOverlay } from '../../infra/config/WalletsOverlay.ts'
import { normalise } from './normalise.ts'
import type { WalletQuery } from './WalletQuery.ts'

export type WalletService = {
  /** Returns a page of the wallets that match all filters of a query. */
  list(query: WalletQuery): WalletsResponse
  /** Returns the icon file of a wallet, by its image ID or any alias. */
  iconOf(name: string): string | undefined
}

type Listed = {
  wallet: Wallet
  /** Lower case. */
  aliases: ReadonlySet<string>
  icon: string | undefined
  /** The normalised name. */
  text: string
  /** The texts that a search matches: the name and its short forms, normalised. */
  words: readonly string[]
}

/** IDs and domain names, which are left out of the search. */
const technical = /^[0-9a-f]{64}$|\./

/** Creates the service of the wallet list: the catalogue with the operator's overlay applied. */
export function createWalletService({
  catalogue,
  overlay = {},
}: {
  catalogue: Pick<Catalogue, 'wallets'>
  overlay?: WalletsOverlay | undefined
}): WalletService {
  const all = applyOverlay({ catalogue, overlay })
  const byAlias = new Map<string, Listed>()
  const icons = new Map<string, string>()
  for (const entry of all) {
    for (const alias of entry.aliases) if (!byAlias.has(alias)) byAlias.set(alias, entry)
    if (!entry.icon) continue
    for (const name of [entry.wallet.image_id?.toLowerCase(), ...entry.aliases])
      if (name && !icons.has(name)) icons.set(name, entry.icon)
  }
  const find = (names: readonly string[]) =>
    new Set(names.flatMap((name) => byAlias.get(name.toLowerCase()) ?? []))

  return {
    list({ page, entries, search, include, exclude, names, rdns, chains, platform, badge, sort }) {
      const excluded = find(exclude)
      // In the order of `include`.
      let found = include.length > 0 ? [...find(include)] : all
      found = found.filter((entry) => !excluded.has(entry))
      if (names.length > 0) {
        const texts = new Set(names.map(normalise))
        found = found.filter(({ text }) => texts.has(text))
      }
      if (rdns.length > 0) found = found.filter(({ wallet }) => rdns.includes(wallet.rdns ?? ''))
      if (chains.length > 0) found = found.filter(({ wallet }) => isFor(wallet, chains))
      if (platform) found = found.filter(({ wallet }) => runsOn(wallet, platform))
      if (badge) found = found.filter(({ wallet }) => (wallet.badge_type ?? 'none') === badge)
      if (search) found = searchNames(found, search)
      if (sort === 'name') found = found.toSorted((a, b) => a.wallet.name.localeCompare(b.wallet.name, 'en'))
      const start = (page - 1) * entries
      return { count: found.length, data: found.slice(start, start + entries).map(({ wallet }) => wallet) }
    },
    iconOf: (name) => icons.get(name.toLowerCase()),
  }
}

function applyOverlay({
  catalogue,
  overlay: { add = [], change = {}, remove = [] },
}: {
  catalogue: Pick<Catalogue, 'wallets'>
  overlay: WalletsOverlay
}): Listed[] {
  const added = add.map((wallet) => ({ wallet: wallet as OverlayWallet, aliases: [], icon: undefined }))
  const removed = new Set(remove.map((name) => name.toLowerCase()))
  const changes = new Map(Object.entries(change).map(([name, fields]) => [name.toLowerCase(), fields]))
  return [...added, ...catalogue.wallets]
    .map(({ wallet, aliases, icon }) => {
      const names = new Set([
        ...aliases,
        wallet.id.toLowerCase(),
        ...(wallet.rdns ? [wallet.rdns.toLowerCase()] : []),
      ])
      const changed = [...names].map((name) => changes.get(name)).find((fields) => fields !== undefined)
      const own = changed?.image_url === undefined ? icon : undefined
      const image = own === undefined ? {} : { image_url: `/getWalletImage/${own}` }
      return { wallet: { ...wallet, ...image, ...changed } as OverlayWallet, aliases: names, icon: own }
    })
    .filter(({ aliases }) => ![...aliases].some((name) => removed.has(name)))
    .map(({ wallet, aliases, icon }, index) => ({
      wallet: { ...wallet, order: index + 1 },
      aliases,
      icon,
      text: normalise(wallet.name),
      words: [wallet.name, ...[...aliases].filter((alias) => !technical.test(alias))].map(normalise),
    }))
}

/** Compares namespaces, not chains: a wallet supports any network of its namespaces, or can add it. */
function isFor({ chains = ['eip155'] }: Wallet, requested: readonly string[]): boolean {
  const namespaces = new Set(chains.map((chain) => chain.split(':')[0]))
  return requested.some((chain) => namespaces.has(chain.split(':')[0]))
}

function runsOn(wallet: Wallet, platform: 'ios' | 'android'): boolean {
  const store = platform === 'ios' ? wallet.app_store : wallet.play_store
  // For a wallet without store links, a mobile link implies an app.
  const hasStore = wallet.app_store !== undefined || wallet.play_store !== undefined
  return store !== undefined || (!hasStore && wallet.mobile_link !== undefined)
}

/** Names that begin with the text come first. */
function searchNames(entries: readonly Listed[], search: string): Listed[] {
  const requested = normalise(search)
  if (requested === '') return []
  const matching = entries.filter(({ words }) => words.some((word) => word.includes(requested)))
  const begins = ({ words }: Listed) => words.some((word) => word.startsWith(requested))
  return [...matching.filter(begins), ...matching.filter((entry) => !begins(entry))]
}
