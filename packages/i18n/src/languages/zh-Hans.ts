import type { Language } from '../Language.ts'
import card from '../locales/zh-Hans/card.json' with { type: 'json' }
import money from '../locales/zh-Hans/money.json' with { type: 'json' }
import views from '../locales/zh-Hans/views.json' with { type: 'json' }

export const zhHans: Language = { tag: 'zh-Hans', dir: 'ltr', messages: { ...card, ...views, ...money } }
