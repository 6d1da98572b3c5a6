import type { Language } from '../Language.ts'
import card from '../locales/th/card.json' with { type: 'json' }
import money from '../locales/th/money.json' with { type: 'json' }
import views from '../locales/th/views.json' with { type: 'json' }

export const th: Language = { tag: 'th', dir: 'ltr', messages: { ...card, ...views, ...money } }
