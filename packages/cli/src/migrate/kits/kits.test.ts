import { parse } from '@babel/parser'
import { describe, expect, test } from 'vitest'
import { migrateText } from '../migrateText.ts'
import { type Kit, migrations } from '../migrations.ts'

/** Migrates a text twice: it must parse afterwards, and the second time must change nothing. */
function migrate(kit: Kit, text: string) {
  const parameters = { file: 'app.tsx', migration: migrations[kit], framework: 'react' } as const
  const once = migrateText({ ...parameters, text })
  if ('error' in once) throw new Error(once.error)
  parse(once.text, { sourceType: 'module', plugins: ['typescript', 'jsx'] })
  const twice = migrateText({ ...parameters, text: once.text })
  if ('error' in twice) throw new Error(twice.error)
  expect(twice.text).toBe(once.text)
  return once.text
}

describe('RainbowKit', () => {
  test('behavior: the application of its documentation', () => {
    expect(
      migrate(
        'rainbowkit',
        `import '@rainbow-me/rainbowkit/styles.css';
import { getDefaultConfig, RainbowKitProvider, darkTheme } from '@rainbow-me/rainbowkit';
import { WagmiProvider } from 'wagmi';
import { mainnet, base } from 'wagmi/chains';
import { QueryClientProvider, QueryClient } from '@tanstack/react-query';

export const config = getDefaultConfig({
  appName: 'My RainbowKit App',
  projectId: process.env.PROJECT_ID!,
  chains: [mainnet, base],
  ssr: true,
});

const queryClient = new QueryClient();

export const App = ({ children }) => {
  return (
    <WagmiProvider config={config}>
      <QueryClientProvider client={queryClient}>
        <RainbowKitProvider theme={darkTheme()} modalSize="compact">
          {children}
        </RainbowKitProvider>
      </QueryClientProvider>
    </WagmiProvider>
  );
};
`,
      ),
    ).toMatchInlineSnapshot(`
      "import { createAppKit } from '@portico/react';
      import { WagmiAdapter } from '@portico/wagmi';
      import { WagmiProvider } from 'wagmi';
      import { mainnet, base } from 'wagmi/chains';
      import { QueryClientProvider, QueryClient } from '@tanstack/react-query';

      const wagmiAdapter = new WagmiAdapter({
        networks: [mainnet, base],
        projectId: process.env.PROJECT_ID!,
        ssr: true,
      });

      createAppKit({
        adapters: [wagmiAdapter],
        networks: [mainnet, base],
        projectId: process.env.PROJECT_ID!,
        metadata: { name: 'My RainbowKit App' },
      });

      // portico: on a server, read wagmiAdapter.wagmiConfig for each request: it is a new config there each time.
      export const config = wagmiAdapter.wagmiConfig;

      const queryClient = new QueryClient();

      export const App = ({ children }) => {
        // portico: RainbowKitProvider had theme, modalSize: createAppKit has options for themes, texts of the application and chains.
        return (
          <WagmiProvider config={config}>
            <QueryClientProvider client={queryClient}>
                {children}
            </QueryClientProvider>
          </WagmiProvider>
        );
      };
      "
    `)
  })

  test('behavior: buttons and hooks; what draws its own button stays', () => {
    expect(
      migrate(
        'rainbowkit',
        `import { ConnectButton, useConnectModal, useChainModal, WalletButton as Wallet } from '@rainbow-me/rainbowkit'

export function Bar() {
  const { openConnectModal, connectModalOpen } = useConnectModal()
  const { openChainModal: pick } = useChainModal()
  return (
    <nav>
      <ConnectButton />
      <ConnectButton label="Sign in" showBalance={false} chainStatus="icon"></ConnectButton>
      {openConnectModal && <button onClick={openConnectModal} disabled={connectModalOpen}>Go</button>}
      <ConnectButton.Custom>{({ account }) => <b>{account}</b>}</ConnectButton.Custom>
      <Wallet wallet="rainbow" />
    </nav>
  )
}
`,
      ),
    ).toMatchInlineSnapshot(`
      "import { AppKitButton, useAppKit, useAppKitState } from '@portico/react'
      // portico: "ConnectButton" of @rainbow-me/rainbowkit is still used: see the comments where it is.
      // portico: "WalletButton" of @rainbow-me/rainbowkit has no counterpart: use AppKitWalletButton of @portico/react/wallet-button.
      import { ConnectButton, WalletButton as Wallet } from '@rainbow-me/rainbowkit'

      export function Bar() {
        const appKit = useAppKit()
        const openConnectModal = () => appKit.open({ view: 'Connect' })
        const { open: connectModalOpen } = useAppKitState()
        const appKit2 = useAppKit()
        const pick = () => appKit2.open({ view: 'Networks' })
        // portico: AppKitButton has no chainStatus of ConnectButton.
        // portico: ConnectButton.Custom draws its own button: write it with useAppKit and useAppKitAccount of @portico/react.
        return (
          <nav>
            <AppKitButton />
            <AppKitButton label="Sign in" balance="hide" />
            {openConnectModal && <button onClick={openConnectModal} disabled={connectModalOpen}>Go</button>}
            <ConnectButton.Custom>{({ account }) => <b>{account}</b>}</ConnectButton.Custom>
            <Wallet wallet="rainbow" />
          </nav>
        )
      }
      "
    `)
  })

  test('behavior: what cannot be read safely stays, with a comment', () => {
    const text = migrate(
      'rainbowkit',
      `import { getDefaultConfig, ConnectButton, RainbowKitProvider, connectorsForWallets } from '@rainbow-me/rainbowkit'
import { metaMaskWallet } from '@rainbow-me/rainbowkit/wallets'
export const a = getDefaultConfig({ ...shared, chains })
export const b = (options) => getDefaultConfig({ chains: options.chains })
export const c = wrap(ConnectButton)
export const d = ({ ConnectButton }) => <ConnectButton />
export const e = React.createElement(RainbowKitProvider, null, x)
export const f = connectorsForWallets([metaMaskWallet])
`,
    )
    expect(text.split('\n').filter((line) => !line.startsWith('//'))).toEqual([
      "import { getDefaultConfig, ConnectButton, RainbowKitProvider, connectorsForWallets } from '@rainbow-me/rainbowkit'",
      "import { metaMaskWallet } from '@rainbow-me/rainbowkit/wallets'",
      'export const a = getDefaultConfig({ ...shared, chains })',
      'export const b = (options) => getDefaultConfig({ chains: options.chains })',
      'export const c = wrap(ConnectButton)',
      'export const d = ({ ConnectButton }) => <ConnectButton />',
      'export const e = React.createElement(RainbowKitProvider, null, x)',
      'export const f = connectorsForWallets([metaMaskWallet])',
      '',
    ])
    expect(text).toContain('// portico: getDefaultConfig: create a WagmiAdapter')
  })

  test('behavior: a provider around text or several elements becomes a fragment', () => {
    const around = (children: string) =>
      migrate(
        'rainbowkit',
        `import { RainbowKitProvider } from '@rainbow-me/rainbowkit'\nexport const A = () => <RainbowKitProvider>${children}</RainbowKitProvider>\n`,
      )
    expect(around('{children}')).toBe('export const A = () => <>{children}</>\n')
    expect(around('<a /><b />')).toBe('export const A = () => <><a /><b /></>\n')
    expect(around('<a />')).toBe('export const A = () => <a />\n')
  })
})

describe('ConnectKit', () => {
  test('behavior: the application of its documentation', () => {
    expect(
      migrate(
        'connectkit',
        `import { WagmiProvider, createConfig, http } from "wagmi";
import { mainnet } from "wagmi/chains";
import { ConnectKitProvider, ConnectKitButton, getDefaultConfig, useModal, SIWEProvider } from "connectkit";

const config = createConfig(
  getDefaultConfig({
    chains: [mainnet],
    transports: { [mainnet.id]: http(url) },
    walletConnectProjectId: id,
    appName: "Your App Name",
    appUrl: "https://family.co",
    appIcon: "https://family.co/logo.png",
  }),
);

const Menu = () => {
  const { open, setOpen, openSwitchNetworks } = useModal();
  return <button onClick={() => setOpen(true)}>{String(open)}</button>;
};

export const App = () => (
  <WagmiProvider config={config}>
    <ConnectKitProvider><ConnectKitButton /><Menu /></ConnectKitProvider>
  </WagmiProvider>
);
`,
      ),
    ).toMatchInlineSnapshot(`
      "import { WagmiProvider, http } from "wagmi";
      import { mainnet } from "wagmi/chains";
      import { AppKitButton, createAppKit, useAppKit, useAppKitState } from "@portico/react";
      import { WagmiAdapter } from "@portico/wagmi";

      const wagmiAdapter = new WagmiAdapter({
        networks: [mainnet],
        projectId: id,
        transports: { [mainnet.id]: http(url) },
      });

      createAppKit({
        adapters: [wagmiAdapter],
        networks: [mainnet],
        projectId: id,
        metadata: { name: "Your App Name", url: "https://family.co", icons: ["https://family.co/logo.png"] },
      });

      const config = wagmiAdapter.wagmiConfig;

      const Menu = () => {
        const appKit = useAppKit();
        const { open } = useAppKitState();
        const setOpen = (show = true) => (show ? appKit.open() : appKit.close());
        const openSwitchNetworks = () => appKit.open({ view: 'Networks' });
        return <button onClick={() => setOpen(true)}>{String(open)}</button>;
      };

      export const App = () => (
        <WagmiProvider config={config}>
          <AppKitButton /><Menu />
        </WagmiProvider>
      );
      "
    `)
  })
})

describe('OnchainKit', () => {
  test('behavior: the wallet becomes a button; Swap and Fund get a comment', () => {
    expect(
      migrate(
        'onchainkit',
        `import '@coinbase/onchainkit/styles.css'
import { OnchainKitProvider } from '@coinbase/onchainkit'
import { ConnectWallet, Wallet, WalletDropdown, WalletDropdownDisconnect } from '@coinbase/onchainkit/wallet'
import { Avatar, Name } from '@coinbase/onchainkit/identity'
import { Swap } from '@coinbase/onchainkit/swap'
import { FundButton } from '@coinbase/onchainkit/fund'
import { base } from 'viem/chains'

export function App({ children }) {
  return (
    <OnchainKitProvider apiKey={key} chain={base}>
      <Wallet>
        <ConnectWallet>
          <Avatar className="h-6" />
          <Name />
        </ConnectWallet>
        <WalletDropdown>
          <WalletDropdownDisconnect />
        </WalletDropdown>
      </Wallet>
      <Swap />
      <FundButton />
      {children}
    </OnchainKitProvider>
  )
}
`,
      ),
    ).toMatchInlineSnapshot(`
      "import { AppKitButton } from '@portico/react'
      // portico: "Swap" of @coinbase/onchainkit/swap has no counterpart: open({ view: 'Swap' }) of useAppKit opens the modal on it.
      import { Swap } from '@coinbase/onchainkit/swap'
      // portico: "FundButton" of @coinbase/onchainkit/fund has no counterpart: the modal offers it under Buy, if your gateway has providers (ONRAMP_PROVIDERS).
      import { FundButton } from '@coinbase/onchainkit/fund'

      export function App({ children }) {
        // portico: OnchainKitProvider had apiKey, chain: createAppKit has options for themes, texts of the application and chains.
        // portico: OnchainKitProvider also provided wagmi: put WagmiProvider and QueryClientProvider here.
        return (
          <>
            <AppKitButton />
            <Swap />
            <FundButton />
            {children}
          </>
        )
      }
      "
    `)
  })
})
