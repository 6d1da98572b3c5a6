/** Browser events the client reacts to. */
export type PageSignals = {
  /** Calls `listener` when the page becomes visible or the network comes back. Returns an unsubscribe function. */
  onWake(listener: () => void): () => void
  /** Calls `listener` with each storage key another tab wrote (`null`: all keys). Returns an unsubscribe function. */
  onStorage(listener: (key: string | null) => void): () => void
}

/** The events of the current page. On a server nothing is ever reported. */
export const pageSignals: PageSignals = {
  onWake(listener) {
    if (typeof window === 'undefined') return () => {}
    const onVisibilityChange = () => {
      if (document.visibilityState === 'visible') listener()
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    window.addEventListener('online', listener)
    window.addEventListener('pageshow', onVisibilityChange)
    return () => {
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('online', listener)
      window.removeEventListener('pageshow', onVisibilityChange)
    }
  },
  onStorage(listener) {
    if (typeof window === 'undefined') return () => {}
    const onStorage = ({ key }: StorageEvent) => listener(key)
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  },
}
