document.querySelector('button')?.addEventListener('click', async () => {
  const { SignClient } = await import('@walletconnect/sign-client')
  const app = await SignClient.init({
    relayUrl: 'wss://relay.example.com',
    projectId: 'local',
    metadata: { name: 'App', description: 'An app', url: location.origin, icons: [] },
  })
  const { uri } = await app.connect({ optionalNamespaces: {} })
  console.log(uri)
})
