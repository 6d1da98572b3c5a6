import { type ComponentType, useEffect, useId, useState } from 'react'
import { isMarkdown } from './isMarkdown.ts'
import { useExampleKit } from './useExampleKit.ts'

type Props = {
  /** The name of the file whose code is shown above. */
  name: string
  /** Loads that file. Its export is the component to run. */
  load: () => Promise<Readonly<Record<string, ComponentType>>>
  /** Whether the kit’s button is shown beside it, for code without one. */
  hasButton?: boolean
}

/** Runs the code that is shown above, with the kit and a test wallet, once the reader presses “Run”. */
export const LiveExample = ({ name, load, hasButton = false }: Props) => {
  const id = useId()
  const [isRunning, setRunning] = useState(false)
  const [Example, setExample] = useState<ComponentType>()
  const [hasFailed, setFailed] = useState(false)
  const appKit = useExampleKit({ isWanted: isRunning })
  useEffect(() => {
    if (!isRunning) return
    load().then(
      (module) => setExample(() => Object.values(module)[0]),
      (error: unknown) => {
        console.error(error)
        setFailed(true)
      },
    )
  }, [isRunning, load])
  useEffect(() => {
    if (!isRunning || !appKit) return
    // The language that an example has set is not left to the next one.
    return () => void appKit.setLanguage('page').catch(() => {})
  }, [appKit, isRunning])
  const isReady = isRunning && appKit && Example
  const toStatus = () => {
    if (!isRunning) return 'The real kit, with a test wallet. Nothing leaves your browser.'
    if (hasFailed || appKit === null) return 'The example could not be loaded. Load the page again.'
    return isReady
      ? 'Running. The keys of the test wallet are public: never send anything to it.'
      : 'Loading the kit …'
  }

  if (isMarkdown) return null
  return (
    <section className="example" aria-labelledby={id}>
      <div className="example-bar">
        <button type="button" id={id} aria-expanded={isRunning} onClick={() => setRunning(!isRunning)}>
          {`${isRunning ? 'Stop' : 'Run'} ${name}`}
        </button>
        <span role="status">{toStatus()}</span>
      </div>
      {isReady && (
        <div className="example-stage">
          {hasButton && <appkit-button />}
          <Example />
        </div>
      )}
    </section>
  )
}
