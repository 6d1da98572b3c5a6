/** What a page tells those who live in it. */
export type PageSignals = {
  /** The page is looked at again, or the network is back. Returns the end of it. */
  onWake(listener: () => void): () => void
  /** Another tab wrote a key (`null`: all of them). Returns the end of it. */
  onStorage(listener: (key: string | null) => void): () => void
}

/** The signals of the page this runs in; none on a server. */
export const pageSignals: PageSignals = {
  onWake(listener) {
    if (typeof window === 'undefined') return () => {}
    const look = () => {
      if (document.visibilityState === 'visible') listener()
    }
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', listener)
    window.addEventListener('pageshow', look)
    return () => {
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', listener)
      window.removeEventListener('pageshow', look)
    }
  },
  onStorage(listener) {
    if (typeof window === 'undefined') return () => {}
    const hear = ({ key }: StorageEvent) => listener(key)
    window.addEventListener('storage', hear)
    return () => window.removeEventListener('storage', hear)
  },
}
