import { walletConnect } from '@portico/walletconnect'

const app = walletConnect({
  relayUrl: 'wss://relay.example.com',
  projectId: 'local',
  metadata: { name: 'App', description: 'An app', url: location.origin, icons: [] },
  networks: () => [],
  rpc: () => Promise.reject(new Error('This page only measures size.')),
  storage: localStorage,
})
document.querySelector('button')?.addEventListener('click', () => {
  void app.connect({ onUri: (uri) => console.log(uri) })
})
