import {
  power
} from "./chunk-DFRHKKBY.js";
import {
  Ticked,
  a,
  language,
  useStore
} from "./chunk-HTWIJD62.js";

// src/text/library.zh.json
var library_zh_default = {
  "Two full rows of pawns each; a pawn steps straight or diagonally ahead and captures only diagonally.": "双方各有两整排兵；兵可直进或斜进一格，只能斜向吃子。",
  "Chess; actions are moves in UCI notation (`e2e4`, `e7e8q`), positions are FEN.": "国际象棋；走法用 UCI 记法（`e2e4`、`e7e8q`），局面用 FEN。",
  "An ending named as chess players do, the strong side White: KQK, KRK, KBBK, KBNK, KQKR, ...": "国际象棋残局，按棋手的习惯命名，强方执白：KQK、KRK、KBBK、KBNK、KQKR……",
  "Coin toss: player 0 sees a coin and sells it or plays; then player 1 guesses the side unseen.": "抛硬币：玩家 0 看到硬币后卖出或继续；继续后玩家 1 在看不到的情况下猜正反。",
  "Drop stones into columns 1, 2, ...; four in a row win.": "把棋子投入第 1、2……列；四子连成一线者胜。",
  "Domineering: player 0 lays vertical dominoes, player 1 horizontal ones; who cannot move loses.": "多米诺占格：玩家 0 竖放骨牌，玩家 1 横放；无处可放者负。",
  "No-limit hold'em whose hands are shown on the flop, with a deck small enough for the generic solvers.": "翻牌后即摊牌的无限注德州扑克，牌副足够小，通用求解器即可处理。",
  "Free-style gomoku: five or more in a row wins. Actions are `h8`: column letter, row from the bottom.": "无禁手五子棋：五子或更多连成一线者胜。走法写作 `h8`：列用字母，行自下而上。",
  "Goofspiel: both hold cards 1..n and bid one at a time for a prize; the higher bid takes it.": "Goofspiel：双方各持 1..n 的牌，逐张出牌竞拍奖品；出价高者得。",
  "The first player joins top and bottom, the second left and right; no swap. Cells are a1, b1, ...": "六贯棋：先手连接上下两边，后手连接左右两边；无交换规则。格子记作 a1、b1……",
  "The inspection game: player 0, the employer, inspects or not; player 1, the employee, works or shirks.": "检查博弈：玩家 0（雇主）检查或不检查；玩家 1（雇员）工作或偷懒。",
  "Sow counter-clockwise, skipping the other store; the payoff is the difference of seeds.": "播棋：逆时针播种，跳过对方的仓；收益为种子数之差。",
  "Kuhn poker: everyone antes 1 and gets one card; one bet of 1 may be made.": "库恩扑克：每人下底注 1 并发一张牌；可下注一次，注额 1。",
  "Leduc hold'em: both ante 1 and get one card; bet; a public card; bet again; pairing it wins.": "Leduc 扑克：双方各下底注 1 并发一张牌；下注；翻一张公共牌；再下注；与公共牌成对者胜。",
  "Leduc hold'em with bets in fractions of the pot; `sizes` are the fractions offered everywhere.": "按底池比例下注的 Leduc 扑克；`sizes` 为各处可选的比例。",
  'Liar\'s dice: each player rolls in secret; bids rise until somebody calls "liar".': "吹牛骰子：各人暗中掷骰；叫价递增，直到有人喊“骗子”。",
  "Matching pennies: both lay a coin at once; player 0 wins 1 if they match, player 1 if they do not.": "猜硬币：双方同时出一枚硬币；相同则玩家 0 赢 1，不同则玩家 1 赢 1。",
  "The m,n,k game: players place stones in turn on m columns and n rows; k in a row wins.": "m,n,k 棋：双方在 m 列 n 行的棋盘上轮流落子；k 子连成一线者胜。",
  "Heaps of stones; an action (heap, left) leaves `left` stones in a heap.": "尼姆：若干堆石子；行动（堆，剩余）使一堆只剩 `left` 颗。",
  "Turn over lines of opposing discs; the payoff is the disc difference, empty squares counting for the winner.": "黑白棋：夹住并翻转对方的棋子；收益为棋子数之差，空格计入胜方。",
  "The prisoner's dilemma: both cooperate (stay silent) or defect (confess), at once. General sum.": "囚徒困境：双方同时选择合作（沉默）或背叛（招供）。一般和。",
  "A random game tree with hidden moves; the same parameters give the same game in every process.": "带隐藏行动的随机博弈树；参数相同则处处得到同一个博弈。",
  "Rock, paper, scissors: both show a hand at once; the winner takes 1 from the loser.": "石头剪刀布：双方同时出手；胜者从负者处得 1。",
  "Tic-tac-toe for three: players take turns; k in a row pays 2 to its owner and −1 to both others.": "三人井字棋：轮流落子；k 子连线者得 2，另外两人各得 −1。",
  "Tian Ji's horse race (田忌赛马): both secretly order their horses, which then race in pairs.": "田忌赛马：双方暗中排定赛马的出场次序，然后逐场比赛。",
  "Tic-tac-toe: three in a row on three by three.": "井字棋：三乘三棋盘，三子连成一线者胜。",
  "No-limit hold'em whose hands are shown on the turn: three betting rounds, six cards to make a hand of.": "转牌后即摊牌的无限注德州扑克：三轮下注，用六张牌成手。",
  "regret matching, plain average; 1/sqrt(T)": "遗憾匹配，普通平均；1/√T",
  "clipped regrets, linear average": "遗憾截断为非负，线性平均",
  "linear discounting": "线性折扣",
  "discounted CFR (1.5, 0, 2)": "折扣 CFR（1.5、0、2）",
  "discounted and clipped (1.5, gamma 4)": "折扣并截断（1.5，γ = 4）",
  "predictive CFR+, quadratic average": "预测式 CFR+，二次平均",
  "predictive discounted CFR+ (2.3, gamma 5)": "预测式折扣 CFR+（2.3，γ = 5）",
  "DCFR with hyperparameter schedules; needs iterations=": "按进度调整超参数的 DCFR；须给定迭代次数",
  "predictive CFR+ with a third of the prediction": "预测式 CFR+，只取三分之一的预测",
  "every own action, one drawn action of everyone else": "自己的每个行动，他人各抽一个行动",
  "one drawn history, weighted by the inverse of its probability": "抽取一条历史，按其概率的倒数加权",
  "own actions kept in proportion to the average strategy": "按平均策略的比例保留自己的行动",
  "one drawn history, corrected by learned baselines": "抽取一条历史，用学到的基线修正",
  "exact, by linear programming": "线性规划，精确解",
  "fictitious play": "虚拟博弈",
  "full tree, player 0 maximises": "走遍整棵树，玩家 0 取最大",
  "full tree, one formula for both": "走遍整棵树，双方用同一公式",
  "skips what cannot matter": "跳过不影响结果的部分",
  "alpha-beta with null windows after the first move": "首个走法之后用零窗口的 alpha-beta",
  "a narrow window around a guess": "在猜测值附近的窄窗口",
  "null windows and a table": "零窗口加置换表",
  "forward pruning by shallow searches": "用浅层搜索做前向剪枝",
  "only the most promising moves": "只看最有希望的走法",
  "averages over chance": "对随机事件取平均",
  "every player for himself": "各玩家只顾自己",
  "all others against me": "其他人联合对付我",
  "the exact value and a winning line": "精确值与必胜变化",
  "win or not, by proof numbers": "用证明数判定能否取胜",
  "proof-number search in memory": "在内存中做证明数搜索",
  "UCT: sampled play": "UCT：抽样对局",
  "UCT with prior probabilities": "带先验概率的 UCT",
  "It checks and calls, whatever it holds: anybody who bets good cards beats it.": "无论拿到什么都只过牌、跟注：好牌下注即可赢它。",
  "It rolls dice: it folds, calls and raises equally often, whatever it holds.": "掷骰子行动：无论拿到什么，弃牌、跟注、加注的频率相同。",
  "It goes all-in with anything: wait for good cards.": "拿到什么都全下：等好牌即可。",
  "It folds to every bet: it loses 750 mbb/h to anybody who bets.": "遇到下注就弃牌：对任何下注的人每手输 750 毫大盲。",
  "against best play from there on": "相对于此后的最优行动",
  "by the search's own values, estimates unless it saw the end": "按搜索自己的数值；未见终局者为估计",
  "prisoner's dilemma": "囚徒困境",
  "rock, paper, scissors": "石头、剪刀、布",
  "biased rock, paper, scissors": "有偏的石头、剪刀、布",
  "matching pennies": "猜硬币",
  "battle of the sexes": "性别之战",
  chicken: "斗鸡博弈",
  "stag hunt": "猎鹿博弈",
  "Tian Ji's horse race": "田忌赛马",
  "inspection game": "检查博弈",
  "colonel Blotto, 3 fields": "布洛托上校，3 个战场",
  "von Stengel's 6 × 6 game": "von Stengel 的 6 × 6 博弈"
};

// src/parts/Told.tsx
var SENTENCES = library_zh_default, PATTERNS = [
  [/^player (\d+): (.+) is strictly dominated by (.+)$/, "玩家 $1：$2 被 $3 严格占优"],
  [/^player (\d+): (.+) is weakly dominated by (.+)$/, "玩家 $1：$2 被 $3 弱占优"],
  [/^safe up to the gadgets' gap of (.+)$/, "安全，至多差小工具的误差 $1"],
  [/^no guarantee against the blueprint's loss$/, "不保证损失不超过蓝图"],
  [/^It solves what is in front of it from the turn on; before it, it plays as (.+)\.$/, "从转牌起就地求解；此前与 $1 相同。"],
  [/^How strong (.+) is has not been measured\.$/, "$1 的强度尚未测量。"],
  [/^(.+) knows (.+) probabilities, seen (.+) times each in training; a local best response wins (.+) mbb\/h against it, who folds always loses 750\.$/, "$1 记有 $2 个概率，训练中每处平均到达 $3 次；局部最佳应对每手赢它 $4 毫大盲（总是弃牌者输 750）。"],
  [/^(.+) knows (.+) probabilities, seen (.+) times each in training; how much a best response wins against it has not been measured\.$/, "$1 记有 $2 个概率，训练中每处平均到达 $3 次；最佳应对能赢它多少尚未测量。"],
  [/^at least (\S+) histories \(estimates vary, their mean is (.+)\)$/, "至少 $1 个（估计不一，均值 $2）"],
  [/^at least (\S+) histories \(about (.+) if all is like the samples\)$/, "至少 $1 个（若处处与样本相同，约 $2）"],
  [/^at least (\S+) histories, (\S+) terminals$/, "至少 $1 个，其中终局 $2"],
  [/^(\S+) histories, (\S+) terminals$/, "$1 个，其中终局 $2"]
], inPowers = (text) => text.replace(/\b(\d(?:\.\d+)?)e([+-]?\d+)\b/g, (_, figure, exponent) => `${figure === "1" ? "" : `${figure} × `}${power(Number(exponent))}`);
function chineseOf(text) {
  if (SENTENCES[text] !== void 0) return SENTENCES[text];
  let found = PATTERNS.find(([pattern]) => pattern.test(text));
  return found && text.replace(...found);
}
function told(text) {
  let translated = language.value === "zh" ? chineseOf(text) : void 0;
  return { text: inPowers(translated ?? text), lang: translated === void 0 ? "en" : "zh-CN" };
}
var toldSpot = (text) => language.value === "zh" ? text.replace(/^((?:[2-9TJQKA][cdhs])+), pot (\S+)$/, "$1，底池 $2") : text;
function Told({ text }) {
  useStore(language);
  let { text: shown, lang } = told(text);
  return /* @__PURE__ */ a("span", { lang, children: /* @__PURE__ */ a(Ticked, { text: shown }) });
}

export {
  told,
  toldSpot,
  Told
};
