/** An application to start from. Its files are those of a folder of `fixtures` in the repository. */
export type Template = {
  /** What the command line takes. */
  name: string
  title: string
  /** The folder in `fixtures`. */
  fixture: string
}

/** The applications to start from. */
export const templates: readonly Template[] = [
  { name: 'vite-react', title: 'React with Vite', fixture: 'vite-react19' },
  { name: 'vite-wagmi', title: 'React with Vite and wagmi', fixture: 'vite-wagmi3' },
  { name: 'next', title: 'Next.js, App Router', fixture: 'next' },
  { name: 'react-router', title: 'React Router with server rendering', fixture: 'react-router' },
  { name: 'vue', title: 'Vue with Vite', fixture: 'vue' },
  { name: 'html', title: 'HTML without a framework', fixture: 'html' },
]
