import type { AppKit } from '@portico/react'
import type { ServerAddresses } from '../kit/serverAddresses.ts'
import type { Setup } from '../options/setup.ts'
import { CodePanel } from './CodePanel.tsx'
import { ElementsPanel } from './ElementsPanel.tsx'
import { Hero } from './Hero.tsx'
import { Mark } from './Mark.tsx'
import { OptionsPanel } from './OptionsPanel.tsx'
import { ProblemsNotice } from './ProblemsNotice.tsx'
import { useSetup } from './useSetup.ts'
import { WalletPanel } from './WalletPanel.tsx'

/** The whole page: the buttons, the values of the hooks, the options and the source code. */
export function Page({
  kit,
  addresses,
  initial,
  problems,
}: {
  kit: AppKit
  addresses: ServerAddresses
  initial: Setup
  problems: readonly string[]
}) {
  const { setup, change } = useSetup(kit, initial)
  return (
    <>
      <header className="bar">
        <span className="brand">
          <Mark /> Portico
        </span>
        <nav aria-label="On this page">
          <a href="#wallet">Wallet</a>
          <a href="#options">Options</a>
          <a href="#code">Code</a>
        </nav>
      </header>
      <main>
        <Hero hasModal={[initial.options.enableEmbedded, initial.options.disableAppend].includes(true)} />
        <ProblemsNotice problems={problems} />
        <div className="columns">
          <div className="stack">
            <WalletPanel kit={kit} />
            <CodePanel options={setup.options} gatewayUrl={addresses.gatewayUrl} />
            <ElementsPanel />
          </div>
          <OptionsPanel setup={setup} change={change} />
        </div>
      </main>
    </>
  )
}
