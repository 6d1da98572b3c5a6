import { readComment } from './readComment.mjs'

const groups = {
  'Always set': ['projectId', 'networks', 'adapters'],
  'Your servers': ['gatewayUrl', 'walletUrl', 'walletConnect', 'customRpcUrls', 'onrampHosts', 'swapRouters'],
  'Sign-in': ['siwx', 'siweConfig'],
  'Look and language': [
    'themeMode',
    'themeVariables',
    'language',
    'texts',
    'chainImages',
    'connectorImages',
    'tokens',
  ],
  'What is offered': [
    'features',
    'allWallets',
    'includeWalletIds',
    'excludeWalletIds',
    'featuredWalletIds',
    'customWallets',
    'enableWallets',
    'enableEIP6963',
    'enableInjected',
    'enableCoinbase',
    'enableBaseAccount',
    'enableWalletGuide',
    'termsConditionsUrl',
    'privacyPolicyUrl',
  ],
  'How it behaves': [
    'metadata',
    'defaultNetwork',
    'defaultAccountTypes',
    'enableReconnect',
    'enableNetworkSwitch',
    'allowUnsupportedChain',
    'enableMobileFullScreen',
    'enableEmbedded',
    'disableAppend',
    'experimental_preferUniversalLinks',
    'storage',
    'debug',
    'logLevel',
    'enableAuthLogger',
  ],
}

/**
 * Writes the pages of the reference from the declarations and their comments.
 *
 * @param {{ modules: Record<string, import('typedoc').DeclarationReflection>, defaultFeatures: object }} parameters
 * @returns {Record<string, string>} text by path
 * @throws {Error} with every option that lacks a sentence or a default, and every hook, method and attribute that lacks a sentence
 *
 * @example
 * writeReference({ modules: await readApi({ root }), defaultFeatures })['reference/options.md']
 */
export function writeReference({ modules, defaultFeatures }) {
  const react = modules['@portico/react']
  const problems = []
  const context = { problems }
  const pages = {
    'reference/options.md': writeOptions({ react, defaultFeatures, ...context }),
    'reference/adapters.md': writeAdapters({ modules, ...context }),
    'reference/hooks.md': writeHooks({ modules, ...context }),
    'reference/composables.md': writeComposables({ modules, ...context }),
    'reference/methods.md': writeMethods({ react, ...context }),
    'reference/elements.md': writeElements({ modules, ...context }),
  }
  if (problems.length > 0) throw new Error(`Comments are missing:\n${problems.join('\n')}`)
  return pages
}

function writeOptions({ react, defaultFeatures, problems }) {
  const options = childrenOf(react, 'AppKitOptions')
  const named = new Set(Object.values(groups).flat())
  const kept = options.filter((one) => !readComment(one).isDeprecated)
  const table = (names) => {
    const rows = names.flatMap((name) => kept.filter((one) => one.name === name))
    return optionTable({ options: rows, owner: 'AppKitOptions', problems })
  }
  const others = kept.filter(({ name }) => !named.has(name)).map(({ name }) => name)
  const deprecated = options.filter((one) => readComment(one).isDeprecated)
  const features = childrenOf(react, 'Features').map((one) => ({ one, value: defaultFeatures[one.name] }))
  return [
    '# Options',
    'Options of `createAppKit`, and props of `AppKitProvider`. Only `projectId` and `networks` are required.',
    ...Object.entries({ ...groups, Other: others })
      .filter(([, names]) => names.length > 0)
      .map(([title, names]) => `## ${title}\n\n${table(names)}`),
    `## Features\n\nMembers of \`features\`. What you leave unset, the gateway’s operator may set for your project.`,
    optionTable({
      options: features.map(({ one }) => one),
      owner: 'Features',
      problems,
      fallbackOf: ({ name }) =>
        defaultFeatures[name] === undefined ? 'unset' : `\`${toCode(defaultFeatures[name])}\``,
    }),
    '## Theme variables\n\nMembers of `themeVariables`. Each has a second name that begins with `--w3m-`. [Try them](/theming).',
    optionTable({
      options: childrenOf(react, 'ThemeVariables').filter(({ name }) => name.startsWith('--apkt-')),
      owner: 'ThemeVariables',
      problems,
    }),
    '## Without effect or replaced\n\nAccepted so that projects written for AppKit compile.',
    toTable(
      ['Option', 'Instead'],
      deprecated.map((one) => [`\`${one.name}\``, readComment(one).text.replace(/^Deprecated: /, '')]),
    ),
  ].join('\n\n')
}

function writeAdapters({ modules, problems }) {
  const section = (title, module, name, text) => {
    const options = childrenOf(modules[module], name).filter((one) => !readComment(one).isDeprecated)
    return `## ${title}\n\n${text}\n\n${optionTable({ options, owner: name, problems })}`
  }
  return [
    '# Adapters',
    'One per namespace, in `adapters` of `createAppKit`. `new EvmAdapter()` of `@portico/evm` has no options; it serves ethers, viem and everything that takes EIP-1193.',
    section(
      'WagmiAdapter',
      '@portico/wagmi',
      'AdapterOptions',
      'Of `@portico/wagmi`. It also takes all options of wagmi’s `createConfig` except `chains`.',
    ),
    section('SolanaAdapter', '@portico/solana', 'SolanaOptions', 'Of `@portico/solana`.'),
    section('BitcoinAdapter', '@portico/bitcoin', 'BitcoinOptions', 'Of `@portico/bitcoin`.'),
    section(
      'Embedded wallet in another kit',
      '@portico/embedded',
      'EmbeddedOptions',
      'Options of `createEmbeddedProvider`, `announceEmbedded` and wagmi’s `authConnector`.',
    ),
  ].join('\n\n')
}

function writeHooks({ modules, problems }) {
  const from = [
    '@portico/react',
    '@portico/react/calls',
    '@portico/react/pay',
    '@portico/react/wallet-button',
    '@portico/solana/react',
  ]
  return [
    '# Hooks',
    'For React. Call `createAppKit` before a component that uses them is rendered, otherwise they throw [`missing-app-kit`](/errors/missing-app-kit). Composables for Vue: [Composables](/reference/composables).',
    ...from.flatMap((module) => [
      `## ${module}`,
      ...functionsOf(modules[module], /^use[A-Z]/).map((one) => writeFunction({ one, module, problems })),
    ]),
  ].join('\n\n')
}

function writeComposables({ modules, problems }) {
  const module = '@portico/vue'
  return [
    '# Composables',
    'For Vue. Destructure reactive objects with `toRefs`. They stop listening when their component is unmounted.',
    ...functionsOf(modules[module], /^use[A-Z]/).map((one) =>
      writeFunction({ one, module, problems, level: '##' }),
    ),
  ].join('\n\n')
}

function writeMethods({ react, problems }) {
  const methods = childrenOf(react, 'AppKit').filter(({ name }) => name !== 'scope')
  const kinds = {
    'Open and close':
      /^(open|close|isOpen|replace|redirect|setLoading|ready|show|pop|handleUnsafe|isTransaction)/,
    Read: /^(get|fetch)/,
    Act: /^(disconnect|switch|delete|add|remove|sync|setPreferred|setEIP)/,
    Settings: /^(set|update)/,
    Subscribe: /^subscribe/,
  }
  const left = new Set(methods)
  const sections = Object.entries(kinds).map(([title, pattern]) => {
    const rows = methods.filter((one) => left.has(one) && pattern.test(one.name))
    for (const one of rows) left.delete(one)
    return `## ${title}\n\n${toTable(
      ['Method', 'What it does'],
      rows.map((one) => methodRow({ one, problems })),
    )}`
  })
  if (left.size > 0) problems.push(`AppKit: no group for ${[...left].map(({ name }) => name).join(', ')}`)
  return [
    '# Methods',
    'Of the instance that `createAppKit` returns, and of `modal`. `namespace` defaults to the active one, except in `disconnect`. Every `subscribe…` method returns a function that unsubscribes.',
    ...sections,
  ].join('\n\n')
}

function writeElements({ modules, problems }) {
  const of = (module, name) => childrenOf(modules[module], name)
  const react = '@portico/react'
  const account = of(react, 'AppKitAccountButtonProps')
  const connect = of(react, 'AppKitConnectButtonProps')
  const isNew = ({ name }) => !account.some((one) => one.name === name)
  const elements = [
    ['button', 'AppKitButton', [...account, ...connect.filter(isNew)], react],
    ['connect-button', 'AppKitConnectButton', connect, react],
    ['account-button', 'AppKitAccountButton', account, react],
    ['network-button', 'AppKitNetworkButton', of(react, 'AppKitNetworkButtonProps'), react],
    [
      'wallet-button',
      'AppKitWalletButton',
      of('@portico/react/wallet-button', 'AppKitWalletButtonProps'),
      '@portico/react/wallet-button',
    ],
  ]
  return [
    '# Components and elements',
    'Each is a React component and a custom element. Attributes have the names of the props; an element has them in kebab case or as they are.',
    ...elements.map(([tag, component, options, module]) => {
      const { text } = readComment(modules[module].getChildByName(component))
      if (!text) problems.push(`${component}: no sentence`)
      return `## ${component}\n\n\`<appkit-${tag}>\`, of \`${module}\`. ${text}\n\n${optionTable({ options, owner: component, problems })}`
    }),
    '## appkit-modal\n\nWhere the modal is shown with [`enableEmbedded`](/reference/options), or where its dialog is with `disableAppend`. It has no attributes.',
  ].join('\n\n')
}

function optionTable({ options, owner, problems, fallbackOf }) {
  const rows = options.map((one) => {
    const { text, fallback } = readComment(one)
    const isRequired = !one.flags.isOptional && !fallbackOf
    const value = fallbackOf ? fallbackOf(one) : isRequired ? 'required' : fallback
    if (!text) problems.push(`${owner}.${one.name}: no sentence`)
    if (!value) problems.push(`${owner}.${one.name}: no "Default: …."`)
    return [`\`${one.name}\``, `${text}<br />${toType(one.type)}`, value ?? '']
  })
  return toTable(['Name', 'Meaning and type', 'Default'], rows)
}

function methodRow({ one, problems }) {
  const { text, throws } = readComment(one)
  if (!text) problems.push(`AppKit.${one.name}: no sentence`)
  const signature = one.signatures?.[0] ?? one.type?.declaration?.signatures?.[0]
  return [
    `\`${one.name}\``,
    `${text}${throws ? ` Throws ${throws}.` : ''}<br />${toSignature(signature)}`.replaceAll('..', '.'),
  ]
}

function writeFunction({ one, module, problems, level = '###' }) {
  const { text, examples, throws } = readComment(one)
  if (!text) problems.push(`${one.name} of ${module}: no sentence`)
  const signature = one.signatures[0]
  const members = membersOf(signature.type)
  return [
    `${level} ${one.name}`,
    text,
    ...examples.map((example) => (example.includes('```') ? example : `\`\`\`tsx\n${example}\n\`\`\``)),
    `\`${one.name}\`${toSignature(signature)}`,
    ...(members.length > 0
      ? [
          toTable(
            ['Returns', 'Meaning'],
            members.map((member) => [`\`${member.name}\``, describeMember(member)]),
          ),
        ]
      : []),
    ...(throws ? [`Throws ${throws}.`] : []),
  ].join('\n\n')
}

function describeMember(member) {
  const signature = member.signatures?.[0]
  return `${readComment(member).text} ${signature ? toSignature(signature) : toType(member.type)}`.trim()
}

/** The members of what a function returns, if it returns an object that this project declares. */
function membersOf(type) {
  if (type.type === 'reflection') return type.declaration.children ?? []
  if (type.type === 'reference' && type.reflection)
    return type.reflection.children ?? type.reflection.type?.declaration?.children ?? []
  return []
}

function childrenOf(module, name) {
  const found = module.getChildByName(name)
  if (!found) throw new Error(`${module.name} does not export ${name}.`)
  return found.children ?? found.type?.declaration?.children ?? []
}

function functionsOf(module, pattern) {
  return module.children.filter(({ name, signatures }) => signatures && pattern.test(name))
}

function toSignature(signature) {
  return signature ? `<code>${escapeHtml(describeSignature(signature))}</code>` : ''
}

function describeSignature(signature) {
  const parameters = (signature.parameters ?? []).map(
    ({ name, flags, type, defaultValue }) =>
      `${name.replace(/^__namedParameters$/, 'parameters').replace(/^_/, '')}${flags.isOptional || defaultValue ? '?' : ''}: ${shorten(type)}`,
  )
  // Methods that are loaded when they are called have their parameters as a tuple.
  const listed = parameters.join(', ').replace(/^parameters: \[(.*)\]$/s, '$1')
  return `(${listed}) => ${shorten(signature.type)}`
}

function toType(type) {
  return type ? `<code>${escapeHtml(shorten(type))}</code>` : ''
}

function shorten(type) {
  const members = type.type === 'reflection' ? (type.declaration.children ?? []) : []
  // TypeDoc writes `any` for methods.
  if (members.some(({ signatures }) => signatures)) {
    const texts = members.map(
      ({ name, signatures, type: own }) =>
        `${name}: ${signatures ? describeSignature(signatures[0]) : shorten(own)}`,
    )
    return `{ ${texts.join('; ')} }`
  }
  return String(type).replaceAll(' | undefined', '').replaceAll('\n', ' ')
}

function escapeHtml(text) {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('|', '&#124;')
    .replaceAll('{', '&#123;')
}

function toCode(value) {
  return JSON.stringify(value).replaceAll('"', "'").replaceAll(',', ', ')
}

function toTable(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('\n', ' ')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
