// Sentences of the library in the reader's language: one that has no translation stands as it is, in English.
import chinese from "../text/library.zh.json";
import { power } from "../pure/format";
import { language, useStore } from "../store";
import { Ticked } from "./basic";

const SENTENCES: Record<string, string> = chinese;
/** Sentences with names and figures in them. */
const PATTERNS: [RegExp, string][] = [
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
  [/^(\S+) histories, (\S+) terminals$/, "$1 个，其中终局 $2"],
];

/** 1.6e-15 as it is written everywhere else on the page. */
const inPowers = (text: string): string => text.replace(/\b(\d(?:\.\d+)?)e([+-]?\d+)\b/g, (_, figure: string, exponent: string) => `${figure === "1" ? "" : `${figure} × `}${power(Number(exponent))}`);

function chineseOf(text: string): string | undefined {
  if (SENTENCES[text] !== undefined) return SENTENCES[text];
  const found = PATTERNS.find(([pattern]) => pattern.test(text));
  return found && text.replace(...found);
}

/** What the library says, in the reader's language where it can be said in it, and that language. */
export function told(text: string): { text: string; lang: "en" | "zh-CN" } {
  const translated = language.value === "zh" ? chineseOf(text) : undefined;
  return { text: inPowers(translated ?? text), lang: translated === undefined ? "en" : "zh-CN" };
}

/** What a deck of a solve is of, and called where nobody has named it. */
export const toldSpot = (text: string): string => (language.value === "zh" ? text.replace(/^((?:[2-9TJQKA][cdhs])+), pot (\S+)$/, "$1，底池 $2") : text);

export function Told({ text }: { text: string }) {
  useStore(language);
  const { text: shown, lang } = told(text);
  return (
    <span lang={lang}>
      <Ticked text={shown} />
    </span>
  );
}
