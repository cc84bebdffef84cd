import { createClient, eip1193Wallet } from '@sluice/core'
import { zeroAddress } from 'viem'
import { type SeededRandom, seededRandom } from '../../../core/test/trading/seededRandom.ts'
import { bidding } from './bidding.ts'
import { buying } from './buying.ts'
import { cancelling } from './cancelling.ts'
import { listing } from './listing.ts'
import { callOfMove, drawMoves, type Move } from './moves.ts'
import { startStageProvider } from './provider.ts'
import type { Confirm, Scene, ShownTrade } from './scene.ts'
import { selling } from './selling.ts'
import { openStage, type Stage } from './stage.ts'
import { transferring } from './transferring.ts'
import { createStageWallet } from './wallet.ts'

/** The result of one seed. */
export type CampaignResult = {
  readonly seed: number
  readonly action: string
  /** How the run ended: its status, and its error's code. */
  readonly end: string
  /** Prompts that the wallet showed. */
  readonly prompts: number
  readonly moves: number
  /** Sentences about what is not as it was agreed, or not as it was shown. */
  readonly wrong: readonly string[]
  /** The scene as a sentence, for a person who reads a failure. */
  readonly story: string
}

const scenes: readonly (readonly [string, (stage: Stage, random: SeededRandom) => Promise<Scene>])[] = [
  ['buy', buying],
  ['buy', buying],
  ['sell', selling],
  ['sell', selling],
  ['list', listing],
  ['bid', bidding],
  ['cancel', cancelling],
  ['transfer', transferring],
]

/** How users answer: never, yes unless the card asks a question, or yes to whatever the card says. */
const users = ['no confirm', 'no confirm', 'says yes where nothing is asked', 'says yes to all'] as const

/** A stage with a provider, on which seed after seed is played. */
export async function openCampaign() {
  const stage = await openStage()
  const provider = await startStageProvider(stage)
  const { chain, contracts, user, weth, usdc } = stage

  const clientOf = () =>
    createClient({
      chains: [
        {
          id: chain.id,
          name: chain.name,
          baseApiUrl: provider.url,
          rpcUrls: [chain.rpcUrl],
          blockTime: 100,
          wrappedNative: weth,
          multicall3: contracts.multicall3,
          conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
          paymentTokens: [
            { address: zeroAddress, symbol: 'ETH', name: 'Ether', decimals: 18 },
            { address: weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
            { address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
          ],
        },
      ],
    })

  const play = async (seed: number): Promise<CampaignResult> => {
    const random = seededRandom(seed)
    const [action, make] = random.pick(scenes)
    const scene = await make(stage, random)
    const moves = drawMoves(random, scene.expectedOrders ?? scene.orders.length)
    const how = random.pick(users)
    const shown: ShownTrade[] = []
    const confirm: Confirm =
      how === 'no confirm'
        ? undefined
        : ({ item, verdict }) => {
            if (verdict.decision === 'allow') return true
            if (how === 'says yes to all') shown.push(...(item?.effects.trades ?? []))
            return how === 'says yes to all'
          }
    const batches = random.odds(0.15)
    const carryOut = async (which: readonly Move[], isFirst: boolean) => {
      for (const move of which) {
        const order = scene.orders[move.order]
        const found = order && (await callOfMove(stage, move, order))
        if (found !== undefined) await stage.send(found.by, found.call, isFirst)
      }
      if (which.length > 0 && !isFirst) await stage.mine()
    }
    const movesAt = (at: number, when: Move['when']) =>
      moves.filter((move) => move.at === at && move.when === when)
    const wallet = createStageWallet(
      stage,
      {
        onPrompt: (at) => carryOut(movesAt(at, 'prompt'), false),
        onBlock: (at) => carryOut(movesAt(at, 'block'), true),
        onAfter: (at) => carryOut(movesAt(at, 'after'), false),
      },
      batches,
    )
    provider.serve(scene)
    const receiver = stage.makers.at(-1)!
    const before = await stage.holdings(user)
    const receiverBefore = scene.title.includes('for somebody else') ? await stage.holdings(receiver) : before
    const execution = await scene.start(clientOf(), eip1193Wallet(wallet.provider), confirm).done
    await wallet.idle()
    await scene.finish?.()
    await stage.mine()
    const gas = await stage.gasPaid(wallet.sent)
    const ended = await stage.holdings(user)
    const after = new Map(ended).set(zeroAddress, (ended.get(zeroAddress) ?? 0n) + gas)
    const receiverAfter = receiverBefore === before ? after : await stage.holdings(receiver)
    const complete = execution.status === 'complete'
    const wrong = [...(await scene.audit({ before, after, receiverBefore, receiverAfter, complete, shown }))]
    const changed = [...after].some(([key, amount]) => amount !== before.get(key))
    // Others may take any part of what the user offers at the same time.
    const isAlone = action === 'buy' || action === 'sell'
    if (execution.money === 'untouched' && ((changed && isAlone) || wallet.sent.length > 0))
      wrong.push('the run says that no money moved')
    if (execution.money === 'gas_only' && changed && isAlone)
      wrong.push('the run says that only gas was paid')
    if (scene.isHonest && moves.length === 0 && !complete) wrong.push('an honest plan was not carried out')
    const end = `${execution.status}${execution.error === undefined ? '' : ` ${execution.error.code}`}`
    return {
      seed,
      action,
      end,
      prompts: wallet.prompts.length,
      moves: moves.length,
      wrong,
      story: [
        scene.title,
        `${how}${batches ? ', a wallet that batches' : ''}`,
        ...moves.map(
          ({ at, when, kind, order, left }) =>
            `order ${order}: its maker ${kind} (${left} % left), ${when} ${at}`,
        ),
        `${end}, money ${execution.money}: ${execution.error?.message ?? ''} ${JSON.stringify(execution.verdict?.findings ?? [])}`,
      ].join('\n  '),
    }
  }
  return {
    /** Plays one seed, and reverts what it did to the chain. */
    play: (seed: number) => stage.undone(() => play(seed)),
    stop: async () => {
      await provider.stop()
      await stage.stop()
    },
  }
}
