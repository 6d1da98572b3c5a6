import type { Language } from '../Language.ts'
import card from '../locales/ko/card.json' with { type: 'json' }
import money from '../locales/ko/money.json' with { type: 'json' }
import views from '../locales/ko/views.json' with { type: 'json' }

export const ko: Language = { tag: 'ko', dir: 'ltr', messages: { ...card, ...views, ...money } }
