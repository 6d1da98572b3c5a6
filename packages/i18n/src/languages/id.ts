import type { Language } from '../Language.ts'
import card from '../locales/id/card.json' with { type: 'json' }
import money from '../locales/id/money.json' with { type: 'json' }
import views from '../locales/id/views.json' with { type: 'json' }

export const id: Language = { tag: 'id', dir: 'ltr', messages: { ...card, ...views, ...money } }
