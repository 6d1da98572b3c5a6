import { type Wallet, wallet as walletSchema } from '@portico/protocol/gateway'
import type { CatalogueWallet } from '../Catalogue.ts'
import type { IconWriter } from './createIconWriter.ts'
import type { WalletFacts } from './Facts.ts'
import { readLiteral } from './readLiteral.ts'
import type { Web3Icons } from './readWeb3Icons.ts'
import type { Source } from './Source.ts'

type Links = Readonly<Record<string, string | null | undefined>>
type Entry = {
  id: string
  name: string
  homepage?: string | null
  image_id?: string | null
  rdns?: string | null
  app?: Links
  mobile?: Links
  desktop?: Links
}

const folder = 'src/wallets/__generated__'

/** Returns the wallets of thirdweb's package: first in the order of `facts.json`, then in the order of thirdweb's list. */
export function readWallets({
  source,
  facts,
  web3icons,
  icons,
}: {
  source: Source
  facts: Readonly<Record<string, WalletFacts>>
  web3icons: Pick<Web3Icons, 'walletIcon'>
  icons: IconWriter
}): CatalogueWallet[] {
  const list = readLiteral(text(source, `${folder}/wallet-infos.ts`)) as unknown as readonly { id: string }[]
  const inOrder = new Set([...Object.keys(facts), ...list.map(({ id }) => id)])
  const positions = new Map([...inOrder].map((id, index) => [id, index]))
  return [...source.files.keys()]
    .flatMap((file) => /__generated__\/wallet\/([^/]+)\/index\.ts$/.exec(file)?.[1] ?? [])
    .filter((id) => !facts[id]?.hidden)
    .sort((a, b) => (positions.get(a) ?? Infinity) - (positions.get(b) ?? Infinity) || a.localeCompare(b))
    .flatMap((id) => readWallet({ id, source, facts: facts[id] ?? {}, web3icons, icons }) ?? [])
}

function readWallet({
  id,
  source,
  facts,
  web3icons,
  icons,
}: {
  id: string
  source: Source
  facts: WalletFacts
  web3icons: Pick<Web3Icons, 'walletIcon'>
  icons: IconWriter
}): CatalogueWallet | undefined {
  const entry = readLiteral(text(source, `${folder}/wallet/${id}/index.ts`)) as unknown as Entry
  const { app = {}, mobile = {}, desktop = {} } = entry
  const { explorerId, slugs = [], chains, drawing } = facts
  const rdns = facts.rdns ?? entry.rdns ?? undefined
  const name = facts.name ?? entry.name.trim()
  const wallet = dropUndefined({
    id: explorerId ?? entry.id,
    name,
    homepage: webLink(entry.homepage) ?? webLink(app.ios) ?? webLink(app.android),
    image_id: entry.image_id ?? undefined,
    chains,
    link_mode: webLink(mobile.universal),
    mobile_link: appLink(mobile.native) ?? appLink(mobile.universal),
    desktop_link: appLink(desktop.native),
    webapp_link: webLink(desktop.universal) ?? webLink(app.browser),
    app_store: webLink(app.ios),
    play_store: webLink(app.android),
    chrome_store: webLink(app.chrome),
    rdns,
  })
  // The gateway returns wallets unchanged, so leave out those that do not match the response schema.
  if (!walletSchema.safeParse({ ...wallet, order: 1 }).success) return undefined
  const names = [explorerId, entry.id, rdns, ...slugs, toSlug(name)].filter((alias) => alias !== undefined)
  return {
    wallet: wallet as CatalogueWallet['wallet'],
    aliases: [...new Set(names.map((alias) => alias.toLowerCase()))],
    icon: (drawing && web3icons.walletIcon(drawing)) || readIcon(source, id, icons),
  }
}

function readIcon(source: Source, id: string, icons: IconWriter): string | undefined {
  const image = readLiteral(text(source, `${folder}/wallet/${id}/image.ts`))
  const [, type, data] = /^data:image\/(webp|png);base64,(.+)$/s.exec(String(image)) ?? []
  if (!type || !data) return undefined
  return icons.write({ bytes: Buffer.from(data, 'base64'), type: type as 'webp' | 'png', source })
}

/** Converts a name to a slug: "Trust Wallet" becomes `trust-wallet`. */
function toSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
}

function webLink(value: string | null | undefined): string | undefined {
  const link = value?.trim().replace(/^http:/, 'https:')
  return link && walletSchema.shape.homepage.safeParse(link).success && URL.canParse(link) ? link : undefined
}

function appLink(value: string | null | undefined): string | undefined {
  const link = value?.trim()
  return link && walletSchema.shape.mobile_link.safeParse(link).success ? link : undefined
}

function dropUndefined<Type extends object>(object: Type): Partial<Wallet> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}

function text(source: Source, file: string): string {
  const content = source.files.get(file)
  if (!content) throw new Error(`${source.name}@${source.version} has no ${file}.`)
  return content.toString('utf8')
}
