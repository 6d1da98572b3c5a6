import { Component, type ReactNode } from 'react'
import { text } from '../../copy.ts'
import { Button } from './Button.tsx'
import { Notice } from './Notice.tsx'

interface Props {
  children: ReactNode
  onError: (error: unknown) => void
  onRetry: () => void
}

/** Shows an error message with a retry button if a view throws or cannot be loaded. */
export class ViewBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError(error)
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="body">
        <Notice icon="warning" role="alert" title={text('view.failed')} help={text('view.failedHelp')}>
          <Button
            kind="main"
            onClick={() => {
              this.props.onRetry()
              this.setState({ failed: false })
            }}
          >
            {text('action.tryAgain')}
          </Button>
        </Notice>
      </div>
    )
  }
}
