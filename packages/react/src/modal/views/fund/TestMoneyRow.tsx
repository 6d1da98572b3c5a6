import { getNetworkId } from '@portico/core'
import { GatewayError, getQueryClient } from '@portico/core/data'
import { requestTestMoney } from '@portico/core/money'
import { useState } from 'react'
import { text } from '../../../copy.ts'
import { useSubject } from '../../../data/useSubject.ts'
import { Icon } from '../../../icons/Icon.tsx'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Row } from '../../parts/Row.tsx'
import { Text } from '../../parts/Text.tsx'

type Step = 'idle' | 'asking' | 'limited' | 'failed' | { amount: string; symbol: string }

/** Asks the gateway's faucet for test money, and says what became of it. */
export function TestMoneyRow() {
  const { kit } = useScope()
  const { address } = useSubject()
  const networkId = useKitState(getNetworkId)
  const [step, setStep] = useState<Step>('idle')

  async function ask(): Promise<void> {
    if (step === 'asking' || !networkId) return
    setStep('asking')
    try {
      const { amount, symbol } = await requestTestMoney(kit, { networkId, address })
      setStep({ amount, symbol })
      const client = getQueryClient(kit)
      for (const list of ['portfolio', 'activity']) void client.invalidateQueries({ queryKey: [list] })
    } catch (error) {
      const isLimited = error instanceof GatewayError && error.code === 'faucet-limit'
      if (!isLimited) kit.logger.error('The faucet sent nothing.', error)
      setStep(isLimited ? 'limited' : 'failed')
    }
  }

  return (
    <>
      <Row
        picture={
          <span className="medal" data-shape="square">
            <Icon name="wallet" />
          </span>
        }
        label={text('fund.test')}
        note={text('fund.testHelp')}
        testId="fund-test"
        onClick={() => void ask()}
      />
      <p className="muted" role="status">
        {step === 'asking' && text('fund.asking')}
        {step === 'limited' && text('fund.limited')}
        {step === 'failed' && text('fund.failed')}
        {typeof step === 'object' && (
          <Text id="fund.sent" values={{ amount: `${step.amount} ${step.symbol}` }} />
        )}
      </p>
    </>
  )
}
