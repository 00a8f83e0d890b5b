// node_modules/preact/dist/preact.mjs
var n, t, r, u, i, f, o, e, l, c, a, s, h = /* @__PURE__ */ Symbol.for("pv"), p = {}, y = [], v = /^m(i|n|o|s|text|space)$/, w = Array.isArray, d = y.slice, _ = Object.assign;
function g(n2) {
  n2 && n2.parentNode && n2.remove();
}
function m(r3, u3, i3, f4, o4) {
  var e3 = { type: r3, props: u3, key: i3, ref: f4, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: h, __v: o4 || ++t, __i: -1, __u: 0 };
  return !o4 && n.vnode && n.vnode(e3), e3;
}
function $(n2) {
  return n2.children;
}
function x(n2, t3) {
  this.props = n2, this.context = t3, this.__g = 0;
}
function S(n2, t3) {
  if (t3 == null) return n2.__ && S(n2.__, n2.__i + 1);
  for (var r3; t3 < n2.__k.length; t3++) if ((r3 = n2.__k[t3]) && r3.__e) return r3.__e;
  return typeof n2.type != "function" || n2.props.__P ? null : S(n2);
}
function C(t3) {
  var r3, u3 = t3.__v, i3 = u3.__e, f4 = [], o4 = [], e3 = t3.__P;
  e3 && ((r3 = _({ constructor: h }, u3)).__v = u3.__v + 1, n.vnode && n.vnode(r3), z(e3, r3, u3, t3.__n, e3.namespaceURI, 32 & u3.__u ? [i3] : null, f4, i3 || S(u3), 32 & u3.__u, o4), r3.__v = u3.__v, r3.__.__k[r3.__i] = r3, E(f4, r3, o4), u3.__ = u3.__e = null, r3.__e != i3 && j(r3));
}
function j(n2) {
  if ((n2 = n2.__) && n2.__c && !n2.props.__P) return n2.__e = null, n2.__k.some(function(t3) {
    return t3 && (n2.__e = t3.__e);
  }), j(n2);
}
function L(t3) {
  (8 & t3.__g || (t3.__g |= 8, u.push(t3), f++)) && i == n.debounceRendering || ((i = n.debounceRendering) || queueMicrotask)(H);
}
function H() {
  try {
    for (var n2, t3 = 1; u.length; ) u.length > t3 && u.sort(o), n2 = u.shift(), t3 = u.length, 8 & n2.__g && C(n2);
  } finally {
    (f = u.length) && (i || queueMicrotask)(H);
  }
}
function I(n2, t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
  var s3, h3, v3, w3, d3, _3, g3 = u3.__k || y, k2 = t3.length;
  for (l3 = q(r3, t3, g3, l3, k2), s3 = 0; s3 < k2; s3++) (v3 = r3.__k[s3]) != null && (h3 = ~v3.__i && g3[v3.__i] || p, v3.__i = s3, _3 = z(n2, v3, h3, i3, f4, o4, e3, l3, c3, a4), w3 = v3.__e, (h3.ref != v3.ref || 8 & h3.__u) && (h3.ref && G(h3.ref, null, v3, h3), v3.ref && a4.push(v3.ref, v3.__c || w3, v3)), d3 = d3 || w3, 4 & v3.__u ? (l3 = A(v3, l3, n2, !h3.__v), h3.__e && (h3.__e = null)) : typeof v3.type == "function" && _3 !== void 0 ? l3 = _3 : w3 && (l3 = w3.nextSibling), v3.__u &= -21);
  return r3.__e = d3, l3;
}
function q(n2, t3, r3, u3, i3) {
  var f4, o4, e3, l3, c3, a4, s3, p3, y3, v3 = r3.length, d3 = v3, _3 = 0, g3 = 0, k2 = n2.__k = Array(i3);
  for (f4 = 0; f4 < i3; f4++) (o4 = t3[f4]) != null && typeof o4 != "boolean" && typeof o4 != "function" ? (typeof o4 != "object" || o4.constructor === String ? o4 = k2[f4] = m(null, o4) : w(o4) ? o4 = k2[f4] = m($, { children: o4 }) : o4.constructor === h && o4.__b ? o4 = k2[f4] = m(o4.type, o4.props, o4.key, o4.ref, o4.__v) : k2[f4] = o4, l3 = f4 + _3, o4.__ = n2, o4.__b = n2.__b + 1, e3 = null, ~(c3 = o4.__i = P(o4, r3, l3, d3)) && (d3--, (e3 = r3[c3]) && (e3.__u |= 2)), e3 && e3.__v ? (o4.__u |= 16, c3 == l3 - 1 ? _3-- : c3 == l3 + 1 ? _3++ : c3 != l3 && (c3 > l3 ? _3-- : _3++, g3 = 1)) : (~c3 || (i3 > v3 ? _3-- : i3 < v3 && _3++), typeof o4.type != "function" && (o4.__u |= 4))) : k2[f4] = null;
  if (g3) {
    for (a4 = [], s3 = [], f4 = 0; f4 < i3; f4++) if ((o4 = k2[f4]) && 16 & o4.__u) {
      for (_3 = 0, p3 = a4.length; _3 < p3; ) a4[y3 = _3 + p3 >> 1] < o4.__i ? _3 = y3 + 1 : p3 = y3;
      a4[_3] = o4.__i, s3[f4] = _3 + 1;
    }
    for (_3 = a4.length; f4--; ) s3[f4] && (s3[f4] == _3 ? _3-- : k2[f4].__u |= 4);
  }
  if (d3) for (f4 = 0; f4 < v3; f4++) !(e3 = r3[f4]) || 2 & e3.__u || (e3.__e == u3 && (u3 = S(e3)), J(e3, e3));
  return u3;
}
function A(n2, t3, r3, u3) {
  var i3, f4, o4, e3;
  if (typeof n2.type == "function") {
    if (n2.props.__P) return t3;
    if (i3 = n2.__k) for (f4 = 0; f4 < i3.length; f4++) i3[f4] && (i3[f4].__ = n2, t3 = A(i3[f4], t3, r3, !1));
    return t3;
  }
  for (t3 && !t3.parentNode && (t3 = S(n2)) && !t3.parentNode && (t3 = null), o4 = n2.__e, e3 = t3; e3 && e3.nodeType == 8; ) e3 = e3.nextSibling;
  for (o4 != e3 && (!u3 && r3.moveBefore && o4.parentNode ? r3.moveBefore(o4, t3) : r3.insertBefore(o4, t3 || null)), t3 = o4; (t3 = t3 && t3.nextSibling) && t3.nodeType == 8 && !t3.data.startsWith("$s"); ) ;
  return t3;
}
function P(n2, t3, r3, u3) {
  var i3, f4 = n2.key, o4 = n2.type, e3 = t3[r3], l3 = e3 && !(2 & e3.__u);
  if (e3 === null && f4 == null || l3 && f4 == e3.key && o4 == e3.type) return r3;
  if (u3 > (l3 ? 1 : 0)) {
    for (i3 = r3 - 1; i3 >= 0; i3--) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
    for (i3 = r3 + 1; i3 < t3.length; i3++) if ((e3 = t3[i3]) && !(2 & e3.__u) && f4 == e3.key && o4 == e3.type) return i3;
  }
  return -1;
}
function T(n2, t3, r3) {
  r3 == null && (r3 = ""), t3[0] == "-" ? n2.setProperty(t3, r3) : n2[t3] = r3;
}
function N(n2, t3, r3, u3, i3) {
  var f4, o4;
  if (t3 == "style") if (typeof r3 == "string") n2.style.cssText = r3;
  else {
    if (typeof u3 == "string" && (n2.style.cssText = u3 = ""), u3) for (t3 in u3) r3 && t3 in r3 || T(n2.style, t3);
    if (r3) for (t3 in r3) u3 && r3[t3] == u3[t3] || T(n2.style, t3, r3[t3]);
  }
  else if (t3[0] == "o" && t3[1] == "n") typeof r3 != "function" && (r3 = null), typeof u3 != "function" && (u3 = null), (n2.__e || (n2.__e = {}))[t3] = r3, r3 && u3 || (o4 = a[t3] || (a[t3] = V(t3)), (n2.__a || (n2.__a = {}))[t3] = c, f4 = t3 != (t3 = t3.replace(l, "$1")), (t3 = t3.slice(2))[0] < "a" && (t3 = t3.toLowerCase()), r3 ? n2.addEventListener(t3, o4, f4) : n2.removeEventListener(t3, o4, f4));
  else {
    if (i3 == "http://www.w3.org/2000/svg") t3 = t3.replace(/xlink(H|:h)/, "h").replace(/sName$/, "s");
    else if (t3 != "width" && t3 != "height" && t3 != "href" && t3 != "list" && t3 != "form" && t3 != "tabIndex" && t3 != "download" && t3 != "rowSpan" && t3 != "colSpan" && t3 != "role" && t3 != "popover" && t3 in n2) try {
      return void (n2[t3] = r3 ?? "");
    } catch {
    }
    if (typeof r3 == "function") return;
    r3 == null || r3 === !1 && t3[4] != "-" ? n2.removeAttribute(t3) : n2.setAttribute(t3, t3 == "popover" && r3 == 1 ? "" : r3);
  }
}
function V(t3) {
  return function(r3) {
    var u3 = this.__e;
    if (u3) {
      if (u3 = u3[t3], r3[e] == null) r3[e] = c++;
      else if (r3[e] < this.__a[t3]) return;
      return u3(n.event ? n.event(r3) : r3);
    }
  };
}
function z(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
  var s3, p3, v3, d3, k2, b, m3, M, C3, j2, L2, H2, q2, A3, O, P2, T3, N2, V2 = r3.type;
  if (r3.constructor !== h) return null;
  128 & u3.__u && (c3 = 32 & u3.__u, s3 = u3.__c.__z) && (r3.__u |= c3, p3 = o4 = [], s3.nodeType == 8 ? l3 = B(s3, o4) : o4.push(s3), l3 = o4[0] || l3), (s3 = n.__b) && s3(r3);
  n: if (typeof V2 == "function") {
    v3 = e3.length;
    try {
      if (M = r3.props, C3 = (s3 = V2.prototype) && s3.render, j2 = (s3 = V2.contextType) && i3[s3.__c], L2 = s3 ? j2 ? j2.props.value : s3.__ : i3, (d3 = u3.__c) ? (r3.__c = d3, 2 & d3.__g && (d3.__g |= 1)) : (C3 ? r3.__c = d3 = new V2(M, L2) : (r3.__c = d3 = new x(M, L2), d3.constructor = V2, d3.render = K), j2 && j2.sub(d3), d3.state || (d3.state = {}), d3.__n = i3, d3.__g |= 8, d3.__h = [], d3.__k = []), C3 && (d3.__s || (d3.__s = d3.state), V2.getDerivedStateFromProps && (d3.__s == d3.state && (d3.__s = _({}, d3.__s)), _(d3.__s, V2.getDerivedStateFromProps(M, d3.__s)))), k2 = d3.props, b = d3.state, d3.__v = r3, u3.__c) {
        if (M !== k2 && C3 && !V2.getDerivedStateFromProps && d3.componentWillReceiveProps && d3.componentWillReceiveProps(M, L2), r3.__v == u3.__v && !(8 & d3.__g) || !(4 & d3.__g) && d3.shouldComponentUpdate && d3.shouldComponentUpdate(M, d3.__s, L2) === !1) {
          r3.__v != u3.__v && (d3.props = M, d3.state = d3.__s, d3.__g &= -9), r3.__e = u3.__e, r3.__k = u3.__k, r3.__k.some(function(n2) {
            n2 && (n2.__ = r3);
          }), y.push.apply(d3.__h, d3.__k), d3.__k = [], d3.__h.length && e3.push(d3), l3 = S(u3);
          break n;
        }
        d3.componentWillUpdate && d3.componentWillUpdate(M, d3.__s, L2), C3 && d3.componentDidUpdate && d3.__h.push(function() {
          d3.componentDidUpdate(k2, b, m3);
        });
      } else C3 && !V2.getDerivedStateFromProps && d3.componentWillMount && d3.componentWillMount(), C3 && d3.componentDidMount && d3.__h.push(d3.componentDidMount);
      d3.context = L2, d3.props = M, d3.__P = t3, d3.__g &= -5, H2 = n.__r, q2 = C3 ? 25 : 0;
      do
        d3.__g &= -9, H2 && H2(r3), s3 = d3.render(d3.props, d3.state = d3.__s, d3.context);
      while (8 & d3.__g && ++q2 < 25);
      C3 && (y.push.apply(d3.__h, d3.__k), d3.__k = []), d3.state = d3.__s, d3.getChildContext && (i3 = _({}, i3, d3.getChildContext())), C3 && u3.__c && d3.getSnapshotBeforeUpdate && (m3 = d3.getSnapshotBeforeUpdate(k2, b)), A3 = s3 && s3.type === $ && s3.key == null ? s3.props.children : s3, M.__P && (s3 = l3, f4 = (t3 = M.__P).namespaceURI, c3 = o4 = null, u3.props && u3.props.__P != t3 && (u3.__k.some(function(n2) {
        n2 && J(n2, n2);
      }), u3.__k = null), l3 = u3.__k ? S(u3, 0) : null), l3 = I(t3, w(A3) ? A3 : [A3], r3, u3, i3, f4, o4, e3, l3, c3, a4), M.__P && (r3.__e = null, l3 = s3), r3.__u &= -161, p3 && p3.some(g), d3.__h.length && e3.push(d3), 1 & d3.__g && (d3.__g &= -4);
    } catch (t4) {
      if (e3.length = v3, r3.__v = null, c3 || o4) if (t4 && t4.then) {
        if (r3.__u |= 128 | c3, o4) {
          for (~(T3 = o4.indexOf(l3 || void 0)) || (T3 = o4.length); (N2 = o4[T3 - 1]) && N2.nodeType == 8; ) T3--;
          for (; T3 < o4.length; T3++) if (N2 = o4[T3]) if (o4[T3] = null, O) {
            if (N2 == P2) break;
          } else {
            if (N2.nodeType != 8) break;
            N2.data.startsWith("$s") && (P2 = B(O = N2));
          }
        }
        if (!O) {
          for (; l3 && l3.nodeType == 8 && l3.nextSibling; ) l3 = l3.nextSibling;
          O = l3;
        }
        (s3 = B(O = r3.__c.__z || (r3.__c.__z = O))) ? (r3.__e = O, l3 = s3) : r3.__e = l3, l3 = l3 && l3.nextSibling;
      } else o4 && o4.some(g);
      else r3.__e = u3.__e;
      r3.__k || (r3.__k = u3.__k || []), t4 && t4.then || D(r3), n.__e(t4, r3, u3);
    }
  } else l3 = r3.__e = F(u3.__e, r3, u3, i3, f4, o4, e3, c3, a4, t3);
  return (s3 = n.diffed) && s3(r3), l3;
}
function B(n2, t3) {
  if (n2 && n2.nodeType == 8 && n2.data.startsWith("$s")) for (var r3 = 1; n2 = n2.nextSibling; ) {
    if (n2.nodeType == 8) {
      if (n2.data.startsWith("$s")) r3++;
      else if (n2.data.startsWith("/$s") && !--r3) return n2;
    }
    t3 && t3.push(n2);
  }
}
function D(n2) {
  n2 && (n2.__c && (n2.__c.__g |= 4), n2.__k && n2.__k.some(D));
}
function E(t3, r3, u3) {
  for (var i3 = 0; i3 < u3.length; ) G(u3[i3++], u3[i3++], u3[i3++]);
  n.__c && n.__c(r3, t3), t3.some(function(r4) {
    try {
      t3 = r4.__h, r4.__h = [], t3.some(function(n2) {
        n2.call(r4);
      });
    } catch (t4) {
      n.__e(t4, r4.__v);
    }
  });
}
function F(t3, r3, u3, i3, f4, o4, e3, l3, c3, a4) {
  var s3, h3, y3, _3, k2, b, m3, M, $2 = u3.props || p, x2 = r3.props, C3 = r3.type;
  if (C3 == "svg" ? f4 = "http://www.w3.org/2000/svg" : C3 == "math" ? f4 = "http://www.w3.org/1998/Math/MathML" : f4 || (f4 = "http://www.w3.org/1999/xhtml"), o4) {
    for (s3 = 0; s3 < o4.length; s3++) if ((k2 = o4[s3]) && (C3 ? k2.localName == C3 : k2.nodeType == 3)) {
      t3 = k2, o4[s3] = null;
      break;
    }
  }
  if (!t3) {
    if (M = a4.ownerDocument || document, !C3) return M.createTextNode(x2);
    t3 = M.createElementNS(f4, C3, x2.is ? x2 : a4), l3 && (n.__m && n.__m(r3, o4), l3 = !1), o4 = null;
  }
  if (C3) {
    if (a4 = C3 == "template" && t3.content || t3, o4 = C3 == "textarea" && x2.defaultValue != null ? null : o4 && d.call(a4.childNodes), !l3 && o4) for ($2 = {}, s3 = 0; s3 < t3.attributes.length; s3++) $2[(k2 = t3.attributes[s3]).name] = k2.value;
    for (s3 in $2) k2 = $2[s3], s3 == "dangerouslySetInnerHTML" ? y3 = k2 : s3 == "children" || s3 in x2 || s3 == "value" && "defaultValue" in x2 || s3 == "checked" && "defaultChecked" in x2 || N(t3, s3, null, k2, f4);
    for (s3 in x2) k2 = x2[s3], s3 == "children" ? _3 = k2 : s3 == "dangerouslySetInnerHTML" ? h3 = k2 : s3 == "value" ? b = k2 : s3 == "checked" ? m3 = k2 : l3 && typeof k2 != "function" || $2[s3] === k2 || N(t3, s3, k2, $2[s3], f4);
    h3 ? (l3 || y3 && (h3.__html == y3.__html || h3.__html == t3.innerHTML) || (t3.innerHTML = h3.__html), r3.__k = []) : (y3 && (t3.textContent = ""), (C3 == "foreignObject" || f4 == "http://www.w3.org/1998/Math/MathML" && v.test(C3)) && (f4 = "http://www.w3.org/1999/xhtml"), I(a4, w(_3) ? _3 : [_3], r3, u3, i3, f4, o4, e3, o4 ? o4[0] : u3.__k && S(u3, 0), l3, c3), o4 && o4.some(g)), l3 && C3 != "textarea" || (s3 = "value", C3 == "progress" && b == null ? t3.removeAttribute(s3) : b == null || b === t3[s3] && (C3 != "progress" || b) || N(t3, s3, b, $2[s3], f4), s3 = "checked", m3 != null && m3 != t3[s3] && N(t3, s3, m3, $2[s3], f4));
  } else $2 === x2 || l3 && t3.data == x2 || (t3.data = x2);
  return t3;
}
function G(t3, r3, u3, i3) {
  try {
    typeof t3 == "function" ? r3 ? r3.__x = t3(r3) || 1 : i3 && (i3 = i3.__c || i3.__e) && (r3 = i3.__x) && (i3.__x = null, typeof r3 == "function" ? r3() : t3(null)) : t3.current = r3;
  } catch (t4) {
    n.__e(t4, u3);
  }
}
function J(t3, r3, u3) {
  var i3, f4, o4, e3;
  if (n.unmount && n.unmount(t3), !(i3 = t3.ref) || i3.current && i3.current != t3.__e || G(i3, null, r3, t3), i3 = t3.__c) {
    if (i3.componentWillUnmount) try {
      i3.componentWillUnmount();
    } catch (t4) {
      n.__e(t4, r3);
    }
    i3.__P = i3.__n = null;
  }
  if (i3 = t3.__k) for (e3 = 0; e3 < i3.length; e3++) i3[e3] && J(i3[e3], r3, typeof t3.type != "function" || u3 && !t3.props.__P);
  !u3 && (i3 = t3.__c) && (i3 = i3.__z) && (f4 = B(i3, o4 = [])) && (i3 == t3.__e && o4.some(g), g(f4), g(i3)), u3 || g(t3.__e), t3.__e = t3.__c = t3.__ = null;
}
function K(n2, t3, r3) {
  return this.constructor(n2, r3);
}
function Q(t3, r3) {
  var u3, i3, f4, o4;
  n.__ && n.__(t3, r3), r3.nodeType == 9 && (r3 = r3.documentElement), i3 = (u3 = t3 && 32 & t3.__u) ? null : r3.__k, r3.__k = m($, { children: [t3] }), f4 = [], o4 = [], z(r3, r3.__k, i3 || p, p, r3.namespaceURI, i3 ? null : r3.firstChild ? d.call(r3.childNodes) : null, f4, i3 ? i3.__e : r3.firstChild, u3, o4), E(f4, r3.__k, o4), r3.__k.props.children = null;
}
n = { __e: function(n2, t3, r3, u3) {
  for (var i3, o4, e3; t3 = t3.__; ) if ((i3 = t3.__c) && !(1 & i3.__g)) {
    i3.__g |= 4;
    try {
      if ((e3 = (o4 = i3.constructor) && o4.getDerivedStateFromError) && i3.setState(o4.getDerivedStateFromError(n2)), i3.componentDidCatch && (i3.componentDidCatch(n2, u3 || {}), e3 = 1), e3 && 8 & i3.__g) return void (i3.__g |= 2);
    } catch (t4) {
      n2 = t4;
    }
  }
  throw f = 0, n2;
} }, t = 0, r = function(n2) {
  return n2 != null && n2.constructor === h;
}, x.prototype.setState = function(n2, t3) {
  var r3 = this.__s;
  r3 && r3 != this.state || (r3 = this.__s = _({}, this.state)), typeof n2 == "function" && (n2 = n2(_({}, r3), this.props)), n2 && (_(r3, n2), this.__v && (t3 && this.__k.push(t3), L(this)));
}, x.prototype.forceUpdate = function(n2) {
  this.__v && (this.__g |= 4, n2 && this.__h.push(n2), L(this));
}, x.prototype.render = $, u = [], f = 0, o = function(n2, t3) {
  return n2.__v.__b - t3.__v.__b;
}, e = /* @__PURE__ */ Symbol(), l = /(PointerCapture)$|Capture$/i, c = 0, a = {}, s = 0;

// node_modules/preact/hooks/dist/hooks.mjs
var t2, r2, u2, i2, o2 = Object.is, f2 = 0, c2 = [], e2 = [], a2 = n, v2 = a2.__b, l2 = a2.__r, m2 = a2.diffed, h2 = a2.__c, s2 = a2.unmount, p2 = a2.__;
function y2(n2, t3) {
  a2.__h && a2.__h(r2, n2, f2 || t3), f2 = 0;
  var u3 = r2.__H || (r2.__H = { __: [], __h: [] });
  return n2 >= u3.__.length && u3.__.push({}), u3.__[n2];
}
function d2(n2) {
  return f2 = 1, _2(G2, n2);
}
function _2(n2, u3, i3) {
  var f4 = y2(t2++, 2);
  if (f4.t = n2, !f4.__c && (f4.__ = [i3 ? i3(u3) : G2(void 0, u3), function(n3) {
    var t3 = (f4.__N || f4.__)[0], r3 = f4.t(t3, n3);
    o2(t3, r3) || (f4.__N = [r3, f4.__[1]], f4.__c.setState({}));
  }], f4.__c = r2, !r2.__f)) {
    r2.__f = !0;
    var c3 = r2.shouldComponentUpdate;
    r2.shouldComponentUpdate = function(n3, t3, r3) {
      var u4 = this.__H;
      if (!u4) return !0;
      var i4 = !1, f5 = this.props != n3;
      if (u4.__.some(function(n4) {
        n4.__N && (i4 = !0, o2(n4.__[0], n4.__N[0]) || (f5 = !0));
      }), c3) {
        var e3 = c3.call(this, n3, t3, r3);
        return i4 ? e3 || f5 : e3;
      }
      return !i4 || f5;
    };
  }
  return f4.__;
}
function A2(n2, u3) {
  var i3 = y2(t2++, 3);
  !a2.__s && E2(i3.__H, u3) && (i3.__P = !0, i3.__ = n2, i3.u = u3, r2.__H.__h.push(i3));
}
function F2(n2, u3) {
  var i3 = y2(t2++, 4);
  !a2.__s && E2(i3.__H, u3) && (i3.__P = !1, i3.__ = n2, i3.u = u3, r2.__h.push(i3));
}
function T2(n2) {
  return f2 = 5, w2(function() {
    return { current: n2 };
  }, []);
}
function w2(n2, r3) {
  var u3 = y2(t2++, 7);
  return E2(u3.__H, r3) && (u3.__ = n2(), u3.__H = r3), u3.__;
}
function g2() {
  var n2;
  do {
    for (; n2 = e2.shift(); ) try {
      C2(n2);
    } catch (t4) {
      a2.__e(t4, { __: (n2 = n2.__P) && n2.__v });
    }
    for (; n2 = c2.shift(); ) {
      var t3 = n2.__H;
      if (n2.__P && t3) try {
        t3.__h.some(C2), t3.__h.some(D2), t3.__h = [];
      } catch (r3) {
        t3.__h = [], a2.__e(r3, n2.__v);
      }
    }
  } while (e2.length);
}
a2.__b = function(n2) {
  r2 = null, v2 && v2(n2);
}, a2.__ = function(n2, t3) {
  n2 && t3.__k && t3.__k.__m && (n2.__m = t3.__k.__m), p2 && p2(n2, t3);
}, a2.__r = function(n2) {
  l2 && l2(n2), t2 = 0;
  var i3 = (r2 = n2.__c).__H;
  i3 && (u2 == r2 ? r2.__h = [] : (i3.__h.some(C2), i3.__h.some(D2), t2 = 0), i3.__h = [], i3.__.some(function(n3) {
    n3.__N && (n3.__ = n3.__N), n3.u = n3.__N = void 0;
  })), u2 = r2;
}, a2.diffed = function(n2) {
  m2 && m2(n2);
  var t3 = n2.__c;
  t3 && t3.__H && (t3.__H.__h.length && B2(c2.push(t3)), t3.__H.__.some(function(n3) {
    n3.u && (n3.__H = n3.u);
  })), u2 = r2 = null;
}, a2.__c = function(n2, t3) {
  t3.some(function(n3) {
    try {
      n3.__h.some(C2), n3.__h = n3.__h.filter(function(n4) {
        return !n4.__ || D2(n4);
      });
    } catch (t4) {
      n3.__h = [function() {
        throw t4;
      }];
    }
  }), h2 && h2(n2, t3);
}, a2.unmount = function(n2) {
  s2 && s2(n2);
  var t3, r3, u3 = n2.__c;
  u3 && u3.__H && (u3.__H.__.some(function(u4) {
    try {
      if (u4.__P && u4.__c) {
        if (r3 === void 0) {
          for (r3 = n2.__; r3 && (!r3.__c || !r3.__c.__P); ) r3 = r3.__;
          r3 = r3 && r3.__c;
        }
        u4.__P = r3, B2(e2.push(u4));
      } else C2(u4);
    } catch (n3) {
      t3 = n3;
    }
  }), u3.__H = void 0, t3 && a2.__e(t3, u3.__v));
};
var k = typeof requestAnimationFrame == "function";
function z2(n2) {
  var t3, r3 = function() {
    clearTimeout(u3), k && cancelAnimationFrame(t3), setTimeout(n2);
  }, u3 = setTimeout(r3, 35);
  k && (t3 = requestAnimationFrame(r3));
}
function B2(n2) {
  n2 != 1 && i2 == a2.requestAnimationFrame || ((i2 = a2.requestAnimationFrame) || z2)(g2);
}
function C2(n2) {
  var t3 = r2, u3 = n2.__c;
  typeof u3 == "function" && (n2.__c = void 0, u3()), r2 = t3;
}
function D2(n2) {
  var t3 = r2;
  n2.__c = n2.__(), r2 = t3;
}
function E2(n2, t3) {
  return !n2 || n2.length != t3.length || t3.some(function(t4, r3) {
    return !o2(t4, n2[r3]);
  });
}
function G2(n2, t3) {
  return typeof t3 == "function" ? t3(n2) : t3;
}

// src/store.ts
var Store = class {
  constructor(value) {
    this.value = value;
  }
  value;
  watchers = /* @__PURE__ */ new Set();
  set(value) {
    if (!Object.is(value, this.value)) {
      this.value = value;
      for (let watcher of [...this.watchers]) watcher();
    }
  }
  watch(watcher) {
    return this.watchers.add(watcher), () => this.watchers.delete(watcher);
  }
};
function useStore(store) {
  let [, redraw] = d2(0);
  return F2(() => store.watch(() => redraw((n2) => n2 + 1)), [store]), store.value;
}
function recall(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
function keep(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
  }
}
var kept = recall("tianji.theme"), theme = new Store(kept === "light" || kept === "dark" ? kept : "system"), language = new Store(document.documentElement.lang.startsWith("zh") ? "zh" : "en"), letterKeys = new Store(recall("tianji.keys") !== "off"), keptUnit = recall("tianji.unit"), keptPalette = recall("tianji.palette"), unit = new Store(keptUnit === "bb" || keptUnit === "pot" ? keptUnit : "chips"), blind = new Store(Number(recall("tianji.blind")) || 1), palette = new Store(keptPalette === "safe" || keptPalette === "striped" ? keptPalette : "usual"), LETTERS = ["e", "t", "y", "v", "p", "l", "c", "n", "u"], moved = new Store(Object.fromEntries((recall("tianji.moved") ?? "").split(" ").flatMap((pair) => /^[a-z]:[a-z]$/.test(pair) ? [pair.split(":")] : [])));
function setUnit(next, chips = blind.value) {
  keep("tianji.unit", next), keep("tianji.blind", String(chips)), blind.set(chips), unit.set(next);
}
function setPalette(next) {
  keep("tianji.palette", next), next === "usual" ? delete document.documentElement.dataset.palette : document.documentElement.dataset.palette = next, palette.set(next);
}
function setMoved(next) {
  keep("tianji.moved", Object.entries(next).map((pair) => pair.join(":")).join(" ")), moved.set(next);
}
function meant(key) {
  return Object.entries(moved.value).find(([, to]) => to === key)?.[0] ?? (key in moved.value ? "" : key);
}
function setTheme(next) {
  keep("tianji.theme", next), next === "system" ? delete document.documentElement.dataset.theme : document.documentElement.dataset.theme = next, theme.set(next);
}
function setLanguage(next) {
  keep("tianji.language", next), document.documentElement.lang = next === "zh" ? "zh-CN" : "en", language.set(next);
}
function setLetterKeys(on) {
  keep("tianji.keys", on ? "on" : "off"), letterKeys.set(on);
}

// src/text/en.json
var en_default = {
  skip: "Skip to content",
  close: "Close",
  cancel: "Cancel",
  open: "Open",
  opening: "Opening…",
  loading: "Loading…",
  nothing: "Nothing matches.",
  export: "Export",
  exploitability: "exploitability",
  player: "Player {n}",
  gone: "The server does not answer. This page stays readable and reconnects by itself; runs go on.",
  working: "{running} running, {waiting} waiting",
  "nav.label": "Screens",
  "nav.home": "Home",
  "nav.more": "More",
  "nav.play": "Play",
  "nav.games": "Games",
  "nav.solve": "Solve",
  "nav.holdem": "Hold'em",
  "nav.train": "Train",
  "nav.matrix": "Matrix",
  "nav.subgame": "Subgames",
  "nav.search": "Search",
  "nav.runs": "Runs",
  "nav.library": "Library",
  "nav.settings": "Settings",
  "nav.help": "Help",
  "nav.keys": "Keys",
  "theme.system": "Theme: system",
  "theme.light": "Theme: light",
  "theme.dark": "Theme: dark",
  "palette.title": "Go to",
  "palette.open": "Search or jump to…",
  "palette.hint": "A game, a run, a screen, a setting",
  "palette.screen": "screen",
  "palette.game": "game",
  "palette.run": "run",
  "palette.setting": "setting",
  "palette.save": "Save this page as a file",
  "keys.page": "page",
  "save.foot": "Kept by Tianji Studio on {when} UTC: {place}",
  "palette.solve": "Solve {game}",
  "keys.title": "Keys",
  "keys.palette": "search or jump",
  "keys.help": "this list",
  "keys.search": "search on this screen",
  "keys.table": "curve as table",
  "keys.code": "as code",
  "keys.curve": "move along the curve",
  "keys.letters": "Single-letter keys",
  "home.title": "Solve a game, see the proof",
  "home.lead": "Every answer here says how far from optimal it is. Everything runs on this machine.",
  "home.examples": "Worked examples",
  "home.continue": "Continue",
  "home.all": "All {n} runs",
  "example.kuhn.title": "Kuhn poker",
  "example.kuhn.about": "Three cards, one bet. The first player loses exactly 1/18 a hand: watch the bluffs settle.",
  "example.leduc.title": "Leduc hold'em",
  "example.leduc.about": "Two rounds and a public card: 936 information sets, merged to 288 without loss.",
  "example.coin_toss.title": "Coin toss",
  "example.coin_toss.about": "The small game on which solving a subgame by itself goes wrong.",
  "games.lead": "Rules, parameters and size of every game that comes with Tianji.",
  "games.search": "Find a game",
  "games.filter": "Show",
  "games.all": "All",
  "games.hidden": "hidden information",
  "games.open": "perfect information",
  "games.chance": "chance",
  "games.players": "{n} players",
  "games.players.label": "players",
  "games.solve": "Solve",
  "games.parameters": "Parameters",
  "games.rules": "Rules",
  "games.size": "Size",
  "games.histories": "histories",
  "games.infosets": "information sets",
  "games.merged": "({n} merged)",
  "games.terminals": "terminals",
  "games.depth": "longest line",
  "games.payoffs": "payoffs",
  "games.zero": "zero sum",
  "games.general": "general sum",
  "games.memory": "memory",
  "games.of": "{need} of {free}",
  "games.fits": "fits",
  "games.fits.not": "does not fit",
  "games.tree": "Tree",
  "own.watching": "watching",
  "own.none": "No class of tianji.Game is in this file yet.",
  "own.sound": "the rules hold: all {n} histories were walked",
  "own.sound.part": "the rules hold in the first {n} histories",
  "solve.title": "New solve",
  "solve.lead": "Choose a game and a method; what it takes is told before it starts.",
  "solve.game": "Game",
  "solve.spec": "name, with parameters if you like",
  "solve.spec.help": "For example leduc, or liars_dice(faces=4).",
  "solve.rules": "Rules and parameters",
  "solve.method": "Method",
  "solve.regret": "Regret minimisation on the compiled game",
  "solve.sampling": "Sampling, for games too large to compile",
  "solve.exact": "Exact, two players, zero sum",
  "solve.usual": "usual choice",
  "solve.stops": "When to stop",
  "solve.stops.help": "The first one reached ends the run. Empty means no limit.",
  "solve.until": "exploitability",
  "solve.until.pot": "exploitability, % of pot",
  "solve.iterations": "iterations",
  "solve.seconds": "seconds",
  "solve.more": "Seed and threads",
  "solve.seed": "seed",
  "solve.threads": "threads",
  "solve.threads.usual": "what pays",
  "solve.number": "a number, such as 1e-4",
  "solve.whole": "a whole number",
  "solve.plan": "Before it starts",
  "solve.compile": "time to compile, about",
  "solve.notree": "keeps no tree",
  "solve.start": "Solve",
  "solve.starting": "Starting…",
  "state.queued": "queued",
  "state.running": "running",
  "state.done": "done",
  "state.stopped": "stopped",
  "state.paused": "paused",
  "state.failed": "failed",
  "run.missing": "There is no such run",
  "run.stop": "Stop",
  "run.pause": "Pause",
  "run.time.travel": "Time travel",
  "run.resume": "Continue",
  "run.clone": "Copy and change",
  "run.delete": "Delete",
  "run.delete.sure": "The run moves to the folder trash in the workspace.",
  "run.tabs": "Parts of this run",
  "run.time": "time",
  "run.rate": "rate",
  "run.left.label": "left",
  "run.left": "{time} left",
  "run.working": "working",
  "run.took": "{iterations} iterations, {time}",
  "run.progress": "Progress",
  "tab.curve": "Curve",
  "tab.strategy": "Strategy",
  "tab.files": "Files",
  "tab.log": "Log",
  "tab.code": "As code",
  "proof.label": "How good the answer is",
  "proof.value": "value of player {player}",
  "proof.stopped": "ended by",
  "proof.unknown": "not evaluated",
  "proof.claim": "Exploitability is NashConv / {players}: what a player gains by deviating, on average; worked out exactly for the strategy shown.",
  "proof.exact": "Found by linear programming; what is left is rounding.",
  "proof.live": "Each point of the curve is an exact evaluation of the strategy at that moment.",
  "stopped.until": "target reached",
  "stopped.iterations": "iterations done",
  "stopped.seconds": "time is up",
  "stopped.cancelled": "stopped by you",
  "stopped.interrupted": "interrupted",
  "stopped.exact": "exact answer",
  "stopped.floor": "limit of precision",
  "curve.iterations": "iterations",
  "curve.seconds": "seconds",
  "curve.axis": "Horizontal axis",
  "curve.table": "Points of the curve",
  "curve.astable": "As table",
  "curve.target": "target {value}",
  "curve.none": "No evaluation yet.",
  "curve.lp": "One exact step: there is no curve.",
  "curve.guides": "Dashed: slopes 1/√T and 1/T from the first point. Move along the curve with the pointer or the arrow keys.",
  "curve.reading": "{iterations} iterations · {seconds} · exploitability {gap}",
  "curve.label": "Exploitability after {n} evaluations: {gap} at {iterations} iterations",
  "strategy.none": "The strategy is shown when the run has ended; stop it to see the best one so far.",
  "strategy.search": "Find an information set",
  "strategy.player": "Player",
  "strategy.all": "All",
  "strategy.count": "{shown} of {total}, those first that are reached most often",
  "strategy.infoset": "information set",
  "strategy.reach": "reached",
  "strategy.value": "value",
  "strategy.plays": "plays",
  "strategy.more": "Show more",
  "files.strategy": "the strategy, for tj.Strategy.load",
  "files.json": "figures, curve and information sets",
  "files.events": "what happened, a line each",
  "files.log": "what the process wrote",
  "files.take": "Download {name}",
  "files.download": "Download",
  "log.none": "The process printed nothing.",
  "code.title": "As code",
  "code.copy": "Copy",
  "code.copied": "Copied",
  "code.shell": "Command line",
  "code.lead": "The same answer, without this page.",
  "runs.lead": "What runs, what waits, what was found. Runs go on when this page or the server is closed.",
  "runs.new": "New solve",
  "runs.search": "Find a run",
  "runs.filter": "State",
  "runs.none": "No runs yet",
  "runs.none.go": "Start one",
  "runs.pick": "Compare {name}",
  "runs.compare": "Curves together",
  "error.any": "This did not work",
  "error.ParameterError": "A value that cannot be used",
  "error.UnknownNameError": "A name that is not known",
  "error.NotApplicableError": "Not for this game",
  "error.TooLargeError": "Too large",
  "error.GameRuleError": "The rules are broken",
  "error.NotAllowed": "Not a file of this studio",
  "error.Lost": "Ended by the system",
  "kept.not": "This part was not kept in this page.",
  "locked.title": "This browser has not been let in yet",
  "locked.how": "Open the address that this command prints; each one works once, for two minutes:",
  "missing.title": "There is no such page",
  "act.label": "Actions",
  "act.action": "action",
  "act.value": "worth",
  "act.plays": "the strategy plays",
  "act.yours": "yours",
  "run.restore": "Start from the checkpoint",
  "keys.here": "On this screen",
  "keys.everywhere": "Everywhere",
  "home.due": "Due for review",
  "home.due.n": "{n} due",
  "home.tables": "Open tables",
  "home.table": "round {n}",
  "home.drop": "Open a file of yours",
  "home.drop.help": "Drop it anywhere: solves and strategies (.tianji, .safetensors), tablebases and books, games (.efg, .nfg, CSV), ranges and spots (text, JSON, TOML, TexasSolver, WASM Postflop), hands (PHH, ACPC logs).",
  "home.drop.large": "Files of this kind are read up to 64 KB.",
  "example.tic_tac_toe.title": "Tic-tac-toe, cut by cut",
  "example.tic_tac_toe.about": "Alpha-beta one visit at a time: the window, the line of the program, and what each cut left out.",
  "example.chicken.title": "Chicken",
  "example.chicken.about": "Dare or swerve: three equilibria in exact fractions, and what a mediator could do better.",
  "example.river.title": "A river of hold'em",
  "example.river.about": "Two ranges, one board: who bets what, hand by hand, to 0.3 % of the pot.",
  "run.tree": "Tree",
  "run.compare": "Compare",
  "run.edit": "Name, tags, note",
  "run.edit.name": "name",
  "run.edit.tags": "tags, with commas",
  "run.edit.note": "note",
  "run.edit.keep": "Save",
  "strategy.sort": "Sort by {column}",
  "games.two": "two players",
  "games.many": "three or more",
  "games.search.go": "Search",
  "runs.picked": "{n} chosen",
  "runs.disk": "{n} runs, {size} on disk",
  "runs.delete": "Delete the chosen",
  "solve.choose": "How to choose, measured",
  "proof.version": "version",
  "proof.file": "file",
  "games.small": "up to 10,000 histories",
  "games.large": "larger",
  "games.size.tag": "{n} histories",
  "drop.here": "Drop it here",
  "drop.choose": "Choose a file",
  "drop.sending": "{name}: {done} of {size}",
  "drop.opening": "Opening {name}…",
  "run.flops": "flops",
  "run.decisions": "decisions",
  "exploitability.pot": "exploitability, of the pot",
  "list.holdem": "hold'em {board}",
  "list.flops": "hold'em flops",
  "list.hands": "hold'em hands",
  "list.own": "own sizes",
  "list.locked": "locked",
  "files.solve": "the solve, read by tj.holdem.Solution.load",
  "files.report": "rows of the report",
  "error.StrategyError": "A strategy that does not fit",
  "error.FileFormatError": "Not readable",
  "error.FileAccessError": "Not to be read or written",
  "error.MissingExtraError": "Something is not installed",
  "error.Slow": "It took too long",
  "error.Busy": "Too much at once",
  "error.Fault": "A fault of Tianji",
  "error.gone": "There is no such thing here",
  "run.said": "{state}: {of} {figure}",
  "solve.size": "{n}, of them {ends} terminals"
};

// src/text/zh.json
var zh_default = {
  skip: "跳到正文",
  close: "关闭",
  cancel: "取消",
  open: "打开",
  opening: "正在打开…",
  loading: "正在加载…",
  nothing: "没有符合的结果。",
  export: "导出",
  exploitability: "可剥削度",
  player: "玩家 {n}",
  gone: "服务器没有响应。页面仍可阅读，并会自动重连；运行不会中断。",
  working: "{running} 个运行中，{waiting} 个等待",
  "nav.label": "页面",
  "nav.home": "首页",
  "nav.more": "更多",
  "nav.play": "对弈",
  "nav.games": "博弈",
  "nav.solve": "求解",
  "nav.holdem": "德州扑克",
  "nav.train": "训练",
  "nav.matrix": "矩阵",
  "nav.subgame": "子博弈",
  "nav.search": "搜索",
  "nav.runs": "运行",
  "nav.library": "资料库",
  "nav.settings": "设置",
  "nav.help": "帮助",
  "nav.keys": "快捷键",
  "theme.system": "主题：跟随系统",
  "theme.light": "主题：浅色",
  "theme.dark": "主题：深色",
  "palette.title": "前往",
  "palette.open": "搜索或跳转…",
  "palette.hint": "博弈、运行、页面或设置",
  "palette.screen": "页面",
  "palette.game": "博弈",
  "palette.run": "运行",
  "palette.setting": "设置",
  "palette.save": "把本页存为文件",
  "keys.page": "本页",
  "save.foot": "由 Tianji Studio 保存于 {when} UTC：{place}",
  "palette.solve": "求解 {game}",
  "keys.title": "快捷键",
  "keys.palette": "搜索或跳转",
  "keys.help": "此列表",
  "keys.search": "在本页搜索",
  "keys.table": "以表格显示曲线",
  "keys.code": "显示代码",
  "keys.curve": "沿曲线移动",
  "keys.letters": "启用单字母快捷键",
  "home.title": "求解博弈，查看证明",
  "home.lead": "这里的每个答案都说明它距最优还有多远。一切都在本机运行。",
  "home.examples": "示例",
  "home.continue": "继续",
  "home.all": "全部 {n} 个运行",
  "example.kuhn.title": "库恩扑克",
  "example.kuhn.about": "三张牌、一次下注。先手每局恰好输 1/18：观察诈唬频率如何收敛。",
  "example.leduc.title": "Leduc 扑克",
  "example.leduc.about": "两轮下注加一张公共牌：936 个信息集，无损合并为 288 个。",
  "example.coin_toss.title": "抛硬币",
  "example.coin_toss.about": "一个小博弈：孤立地求解其子博弈会出错。",
  "games.lead": "Tianji 自带的每个博弈的规则、参数与规模。",
  "games.search": "查找博弈",
  "games.filter": "筛选",
  "games.all": "全部",
  "games.hidden": "隐藏信息",
  "games.open": "完全信息",
  "games.chance": "随机事件",
  "games.players": "{n} 名玩家",
  "games.players.label": "玩家数",
  "games.solve": "求解",
  "games.parameters": "参数",
  "games.rules": "规则",
  "games.size": "规模",
  "games.histories": "历史数",
  "games.infosets": "信息集",
  "games.merged": "（合并后 {n}）",
  "games.terminals": "终局数",
  "games.depth": "最长路径",
  "games.payoffs": "收益",
  "games.zero": "零和",
  "games.general": "一般和",
  "games.memory": "内存",
  "games.of": "{need}，可用 {free}",
  "games.fits": "足够",
  "games.fits.not": "不足",
  "games.tree": "博弈树",
  "own.watching": "监视中",
  "own.none": "此文件中还没有 tianji.Game 的子类。",
  "own.sound": "规则成立：已走遍全部 {n} 个历史",
  "own.sound.part": "规则在前 {n} 个历史中成立",
  "solve.title": "新的求解",
  "solve.lead": "选择博弈与方法；开始之前就会告知所需资源。",
  "solve.game": "博弈",
  "solve.spec": "名称，可带参数",
  "solve.spec.help": "例如 leduc，或 liars_dice(faces=4)。",
  "solve.rules": "规则与参数",
  "solve.method": "方法",
  "solve.regret": "在编译后的博弈上最小化遗憾",
  "solve.sampling": "采样：用于大到无法编译的博弈",
  "solve.exact": "精确求解：两人零和",
  "solve.usual": "常用",
  "solve.stops": "何时停止",
  "solve.stops.help": "先达到者结束运行；留空表示不限。",
  "solve.until": "可剥削度",
  "solve.until.pot": "可剥削度（占底池 %）",
  "solve.iterations": "迭代次数",
  "solve.seconds": "秒",
  "solve.more": "随机种子与线程",
  "solve.seed": "随机种子",
  "solve.threads": "线程数",
  "solve.threads.usual": "自动",
  "solve.number": "请输入数字，例如 1e-4",
  "solve.whole": "请输入整数",
  "solve.plan": "开始之前",
  "solve.compile": "编译约需",
  "solve.notree": "不保存博弈树",
  "solve.start": "开始求解",
  "solve.starting": "正在开始…",
  "state.queued": "排队中",
  "state.running": "运行中",
  "state.done": "已完成",
  "state.stopped": "已停止",
  "state.paused": "已暂停",
  "state.failed": "失败",
  "run.missing": "没有这个运行",
  "run.stop": "停止",
  "run.pause": "暂停",
  "run.time.travel": "时间旅行",
  "run.resume": "继续",
  "run.clone": "复制并修改",
  "run.delete": "删除",
  "run.delete.sure": "该运行将移入工作区的 trash 文件夹。",
  "run.tabs": "此运行的内容",
  "run.time": "用时",
  "run.rate": "速度",
  "run.left.label": "剩余",
  "run.left": "剩余 {time}",
  "run.working": "进行中",
  "run.took": "{iterations} 次迭代，{time}",
  "run.progress": "进度",
  "tab.curve": "曲线",
  "tab.strategy": "策略",
  "tab.files": "文件",
  "tab.log": "日志",
  "tab.code": "代码",
  "proof.label": "答案的质量",
  "proof.value": "玩家 {player} 的价值",
  "proof.stopped": "结束原因",
  "proof.unknown": "未评估",
  "proof.claim": "可剥削度 = NashConv / {players}：玩家偏离此策略平均可得的收益；对所示策略精确计算。",
  "proof.exact": "由线性规划求得；余下的只是舍入误差。",
  "proof.live": "曲线上的每个点都是对当时策略的精确评估。",
  "stopped.until": "达到目标可剥削度",
  "stopped.iterations": "迭代次数已满",
  "stopped.seconds": "时间用尽",
  "stopped.cancelled": "由你停止",
  "stopped.interrupted": "被中断",
  "stopped.exact": "精确解",
  "stopped.floor": "精度极限",
  "curve.iterations": "迭代次数",
  "curve.seconds": "秒",
  "curve.axis": "横轴",
  "curve.table": "曲线上的点",
  "curve.astable": "表格",
  "curve.target": "目标 {value}",
  "curve.none": "尚无评估结果。",
  "curve.lp": "一步精确求解：没有曲线。",
  "curve.guides": "虚线：自首个点起的 1/√T 与 1/T 斜率。可用指针或方向键沿曲线移动。",
  "curve.reading": "{iterations} 次迭代 · {seconds} · 可剥削度 {gap}",
  "curve.label": "{n} 次评估后的可剥削度：{iterations} 次迭代时为 {gap}",
  "strategy.none": "运行结束后显示策略；停止运行可查看目前最好的策略。",
  "strategy.search": "查找信息集",
  "strategy.player": "玩家",
  "strategy.all": "全部",
  "strategy.count": "显示 {shown} / {total}，按到达概率排序",
  "strategy.infoset": "信息集",
  "strategy.reach": "到达",
  "strategy.value": "价值",
  "strategy.plays": "行动",
  "strategy.more": "显示更多",
  "files.strategy": "策略文件，用 tj.Strategy.load 读取",
  "files.json": "数值、曲线与信息集",
  "files.events": "事件记录，每行一条",
  "files.log": "进程输出",
  "files.take": "下载 {name}",
  "files.download": "下载",
  "log.none": "进程没有输出。",
  "code.title": "代码",
  "code.copy": "复制",
  "code.copied": "已复制",
  "code.shell": "命令行",
  "code.lead": "不用本页面也能得到同样的答案。",
  "runs.lead": "正在运行、等待与已完成的求解。关闭页面或服务器后运行仍会继续。",
  "runs.new": "新的求解",
  "runs.search": "查找运行",
  "runs.filter": "状态",
  "runs.none": "还没有运行",
  "runs.none.go": "开始一个",
  "runs.pick": "对比 {name}",
  "runs.compare": "曲线对比",
  "error.any": "操作未成功",
  "error.ParameterError": "无法使用的值",
  "error.UnknownNameError": "未知的名称",
  "error.NotApplicableError": "不适用于此博弈",
  "error.TooLargeError": "规模过大",
  "error.GameRuleError": "规则有误",
  "error.NotAllowed": "不是本工作室可读的文件",
  "error.Lost": "被系统结束",
  "kept.not": "此页没有保存这一部分。",
  "locked.title": "此浏览器尚未获准进入",
  "locked.how": "请运行以下命令，并打开它打印的地址；每个地址两分钟内有效，只能用一次：",
  "missing.title": "没有这个页面",
  "act.label": "行动",
  "act.action": "行动",
  "act.value": "价值",
  "act.plays": "策略频率",
  "act.yours": "你的选择",
  "run.restore": "从检查点重新开始",
  "keys.here": "本页",
  "keys.everywhere": "所有页面",
  "home.due": "待复习",
  "home.due.n": "{n} 个待复习",
  "home.tables": "进行中的牌桌",
  "home.table": "第 {n} 局",
  "home.drop": "打开你的文件",
  "home.drop.help": "拖到页面任意处：求解与策略（.tianji、.safetensors）、残局库与开局库、博弈（.efg、.nfg、CSV）、范围与局面（文本、JSON、TOML、TexasSolver、WASM Postflop）、手牌（PHH、ACPC 日志）。",
  "home.drop.large": "这类文件至多读取 64 KB。",
  "example.tic_tac_toe.title": "井字棋：逐次剪枝",
  "example.tic_tac_toe.about": "逐步观看 alpha-beta：窗口、程序所在行，以及每次剪枝略去了什么。",
  "example.chicken.title": "斗鸡博弈",
  "example.chicken.about": "硬闯或让路：三个均衡的精确分数，以及调解人能做得更好之处。",
  "example.river.title": "一个德州扑克河牌局面",
  "example.river.about": "两个范围、一个牌面：逐手看谁下注多少，误差为底池的 0.3 %。",
  "run.tree": "博弈树",
  "run.compare": "对比",
  "run.edit": "名称、标签、备注",
  "run.edit.name": "名称",
  "run.edit.tags": "标签，用逗号分隔",
  "run.edit.note": "备注",
  "run.edit.keep": "保存",
  "strategy.sort": "按{column}排序",
  "games.two": "两人",
  "games.many": "三人及以上",
  "games.search.go": "搜索",
  "runs.picked": "已选 {n} 个",
  "runs.disk": "{n} 个运行，占用 {size}",
  "runs.delete": "删除所选",
  "solve.choose": "如何选择（实测）",
  "proof.version": "版本",
  "proof.file": "文件",
  "games.small": "不超过 10,000 个历史",
  "games.large": "更大的",
  "games.size.tag": "{n} 个历史",
  "drop.here": "拖到这里",
  "drop.choose": "选择文件",
  "drop.sending": "{name}：{done} / {size}",
  "drop.opening": "正在打开 {name}…",
  "run.flops": "个翻牌",
  "run.decisions": "个决策",
  "exploitability.pot": "可剥削度（占底池）",
  "list.holdem": "德州扑克 {board}",
  "list.flops": "德州扑克翻牌报告",
  "list.hands": "打过的手牌",
  "list.own": "自定尺寸",
  "list.locked": "已锁定",
  "files.solve": "求解文件，用 tj.holdem.Solution.load 读取",
  "files.report": "报告的各行",
  "error.StrategyError": "策略不符合要求",
  "error.FileFormatError": "无法读取",
  "error.FileAccessError": "文件无法读写",
  "error.MissingExtraError": "缺少所需组件",
  "error.Slow": "用时过长",
  "error.Busy": "目前过于繁忙",
  "error.Fault": "Tianji 出错",
  "error.gone": "这里没有这个",
  "run.said": "{state}：{of} {figure}",
  "solve.size": "{n}，其中终局 {ends}"
};

// src/text.ts
function wordsOf(english, chinese) {
  let say2 = (key, values = {}) => ((language.value === "zh" ? chinese : english)[key] ?? english[key]).replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
  return { say: say2, useWords: () => (useStore(language), say2) };
}
var { say, useWords } = wordsOf(en_default, zh_default);

// src/api.ts
var Refusal = class extends Error {
  constructor(status, code, title, detail) {
    super(detail);
    this.status = status;
    this.code = code;
    this.title = title;
  }
  status;
  code;
  title;
}, door = new Store("unknown"), isGone = new Store(!1), kept2 = null, keptAnswers = () => kept2;
async function ask(path, how = {}) {
  if (kept2) {
    let found = kept2.answer(path);
    if (found === void 0) throw new Refusal(404, "NotKept", "", say("kept.not"));
    return found;
  }
  let isChange = how.method !== void 0 && how.method !== "GET", headers = { ...how.headers };
  isChange && Object.assign(headers, { "Content-Type": "application/json", "X-Tianji": "1" });
  let answer;
  try {
    answer = await fetch(`/api/v1${path}`, {
      method: how.method ?? "GET",
      headers,
      body: isChange ? JSON.stringify(how.body ?? {}) : null,
      signal: how.signal ?? null
    });
  } catch (error) {
    throw error instanceof DOMException && error.name === "AbortError" || isGone.set(!0), error;
  }
  if (isGone.set(!1), answer.ok)
    return path !== "/session" && door.set("open"), answer.status === 204 ? void 0 : await answer.json();
  answer.status === 401 && door.set("locked");
  let problem = await answer.json().catch(() => ({}));
  throw new Refusal(answer.status, problem.code ?? "Refused", problem.title ?? String(answer.status), problem.detail ?? answer.statusText);
}
var answers = /* @__PURE__ */ new Map();
function useAsk(path, isKept = !1, body) {
  let key = path === null ? "" : body === void 0 ? path : `${path} ${JSON.stringify(body)}`, [state, set] = d2({ key: null, data: answers.get(key) ?? null, error: null });
  return A2(() => {
    if (path === null) return;
    let known = answers.get(key);
    if (known !== void 0) {
      set({ key, data: known, error: null });
      return;
    }
    let control = new AbortController();
    return ask(path, { signal: control.signal, ...body === void 0 ? {} : { method: "POST", body } }).then((data) => {
      answers.size > 300 && answers.clear();
      let isCut = data?.stopped === "seconds";
      isKept && !isCut && answers.set(key, data), control.signal.aborted || set({ key, data, error: null });
    }).catch((error) => {
      control.signal.aborted || set((before) => ({ key, data: before.data, error }));
    }), () => control.abort();
  }, [key, isKept]), { data: state.data, error: state.error, isLoading: path !== null && state.key !== key };
}

// node_modules/preact/jsx-runtime/dist/jsxRuntime.mjs
var f3 = /* @__PURE__ */ Symbol.for("pv"), o3 = 0;
function a3(t3, e3, n2, u3, a4, i3) {
  e3 || (e3 = {});
  var c3, l3, p3 = e3;
  if ("ref" in p3 && typeof t3 != "function") for (l3 in p3 = {}, e3) l3 == "ref" ? c3 = e3[l3] : p3[l3] = e3[l3];
  var s3 = { type: t3, props: p3, key: n2, ref: c3, __k: null, __: null, __b: 0, __e: null, __c: null, constructor: f3, __v: --o3, __i: -1, __u: 0 };
  return (a4 || i3) && (s3.__source = a4, s3.__self = i3), n.vnode && n.vnode(s3), s3;
}

// src/parts/icons.tsx
var PATHS = {
  home: "M3 9.5 10 3.5l7 6M5 8.5V16h10V8.5M8.5 16v-4h3v4",
  games: "M3.5 5.5h13v9h-13zM7 8.5v3M5.5 10h3M13 9h.01M14.5 11h.01",
  solve: "M3.5 4c3 0 3.5 8 6.5 10s4.5 1.5 6.5 1.5M3.5 16.5h13",
  holdem: "M10 3c2.500 3 5.500 5 5.500 7.800a2.700 2.700 0 0 1-4.700 1.700c.200 1.600.800 2.800 1.700 4H7.500c.900-1.200 1.500-2.400 1.700-4a2.700 2.700 0 0 1-4.700-1.700C4.500 8 7.500 6 10 3Z",
  train: "M6 3.500h8.500v11H6zM4 6v10.500h8M8.500 7h3.500M8.500 10h3.500",
  matrix: "M4 4v12M16 4v12M4 4h2M4 16h2M14 4h2M14 16h2M8 7.5h.01M12 7.5h.01M8 12.5h.01M12 12.5h.01",
  subgame: "M10 4 5 9M10 4l5 5M5 9l-2 6M5 9l2.5 6M15 9l-2.500 6M15 9l2 6M3 11.500h14",
  runs: "M4 5.5h12M4 10h12M4 14.5h8",
  library: "M4 4h3v12H4zM8.500 4h3v12h-3zM13 5l2.700-.700 2.300 11-2.700.700z",
  settings: "M3.500 6h7M14.500 6h2M3.500 14h2M9.500 14h7M12.500 4v4M7.500 12v4",
  keys: "M3 5.500h14v9H3zM5.500 8h.01M8.500 8h.01M11.500 8h.01M14.500 8h.01M6.500 12h7",
  pen: "M4 16l.700-3.300L13.500 4 16 6.500l-8.700 8.800z",
  more: "M4.5 10h.01M10 10h.01M15.5 10h.01",
  help: "M7.5 7.5a2.5 2.5 0 1 1 3.5 2.3c-.7.3-1 .8-1 1.7M10 14.5h.01",
  search: "M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4",
  sun: "M10 13.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7ZM10 2v1.5M10 16.5V18M2 10h1.5M16.5 10H18M4.3 4.3l1.100 1.100M14.6 14.600l1.100 1.100M4.3 15.7l1.100-1.100M14.600 5.400l1.100-1.100",
  moon: "M16.5 11.5A6.5 6.5 0 0 1 8.5 3.5a6.5 6.5 0 1 0 8 8Z",
  system: "M3 4.5h14v9H3zM7.5 17h5M10 13.5V17",
  play: "M6.5 4.5v11l9-5.5z",
  pause: "M7 5v10M13 5v10",
  stop: "M5.5 5.5h9v9h-9z",
  again: "M15.5 7A6.3 6.3 0 1 0 16.5 11M15.5 3.5V7H12",
  copy: "M7.5 7.5h8.5v8.5H7.5zM4 12.5V4h8.5",
  trash: "M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.600L14.5 6M8.5 9v5M11.5 9v5",
  down: "M10 3.5v9M6.5 9.5 10 13l3.5-3.5M4 16.5h12",
  arrow: "M4 10h11M11 6l4 4-4 4"
};
function Icon({ name }) {
  return /* @__PURE__ */ a3("svg", { class: "icon", viewBox: "0 0 20 20", "aria-hidden": "true", focusable: "false", children: /* @__PURE__ */ a3("path", { d: PATHS[name] }) });
}

// src/parts/basic.tsx
var SPEAK_MS = 1e4;
function Badge({ state }) {
  let say2 = useWords();
  return /* @__PURE__ */ a3("span", { class: `badge ${state}`, children: [
    /* @__PURE__ */ a3("span", { class: "dot", "aria-hidden": "true" }),
    say2(`state.${state}`)
  ] });
}
function Trouble({ error, title }) {
  let say2 = useWords();
  if (!error) return null;
  let detail = error instanceof Error ? error.message : error.detail, code = error instanceof Refusal ? error.code : error instanceof Error ? "" : error.code, known = {
    ParameterError: "error.ParameterError",
    UnknownNameError: "error.UnknownNameError",
    NotApplicableError: "error.NotApplicableError",
    TooLargeError: "error.TooLargeError",
    GameRuleError: "error.GameRuleError",
    NotAllowed: "error.NotAllowed",
    Lost: "error.Lost",
    StrategyError: "error.StrategyError",
    FileFormatError: "error.FileFormatError",
    FileAccessError: "error.FileAccessError",
    MissingExtraError: "error.MissingExtraError",
    TooLarge: "error.TooLargeError",
    Slow: "error.Slow",
    Busy: "error.Busy",
    QueueFull: "error.Busy",
    TooMany: "error.Busy",
    Fault: "error.Fault"
  }, ofStatus = { 404: "error.gone", 500: "error.Fault", 504: "error.Slow", 507: "error.FileAccessError" }, key = known[code] ?? (error instanceof Refusal ? ofStatus[error.status] : void 0);
  return /* @__PURE__ */ a3("div", { class: "trouble", role: "alert", children: [
    /* @__PURE__ */ a3("strong", { children: title ?? say2(key || "error.any") }),
    /* @__PURE__ */ a3("span", { lang: "en", children: detail })
  ] });
}
function Empty({ title, children }) {
  return /* @__PURE__ */ a3("div", { class: "empty", children: [
    /* @__PURE__ */ a3("svg", { viewBox: "0 0 120 56", "aria-hidden": "true", focusable: "false", children: [
      /* @__PURE__ */ a3("path", { class: "axis", d: "M12 6v40h100" }),
      /* @__PURE__ */ a3("path", { class: "line", d: "M16 12c18 2 20 24 40 28 16 3 30 3 52 4" })
    ] }),
    /* @__PURE__ */ a3("strong", { children: title }),
    children
  ] });
}
function Said({ state, text }) {
  let [said, setSaid] = d2(text), newest = T2(text);
  newest.current = text;
  let timer = T2(0);
  return A2(() => setSaid(newest.current), [state]), A2(() => {
    timer.current || text === said || (timer.current = window.setTimeout(() => {
      timer.current = 0, setSaid(newest.current);
    }, SPEAK_MS));
  }, [text, said]), A2(() => () => clearTimeout(timer.current), []), /* @__PURE__ */ a3("p", { class: "unseen", role: "status", "data-fact": "said", children: said });
}
function Fact({ label, children, isMain }) {
  return /* @__PURE__ */ a3("div", { class: isMain ? "fact main" : "fact", children: [
    /* @__PURE__ */ a3("dt", { children: label }),
    /* @__PURE__ */ a3("dd", { children })
  ] });
}
function Spark({ run }) {
  let rows = run.spark.filter(([t3, gap]) => t3 > 0 && gap > 0);
  if (rows.length < 2) return /* @__PURE__ */ a3("span", { class: "spark" });
  let xs = rows.map(([t3]) => Math.log(t3)), ys = rows.map(([, gap]) => Math.log(gap)), place = (value, all, size) => (value - Math.min(...all)) / (Math.max(...all) - Math.min(...all) || 1) * size, path = xs.map((x2, i3) => `${i3 ? "L" : "M"}${(2 + place(x2, xs, 68)).toFixed(1)} ${(20 - place(ys[i3] ?? 0, ys, 16)).toFixed(1)}`).join("");
  return /* @__PURE__ */ a3("svg", { class: "spark", viewBox: "0 0 72 24", "aria-hidden": "true", focusable: "false", children: /* @__PURE__ */ a3("path", { d: path }) });
}
function Ticked({ text }) {
  return /* @__PURE__ */ a3($, { children: text.split("`").map((part, k2) => k2 % 2 ? /* @__PURE__ */ a3("code", { children: part }, k2) : part) });
}
function Code({ label, text }) {
  let say2 = useWords(), [isCopied, setCopied] = d2(!1);
  return /* @__PURE__ */ a3("figure", { class: "code", children: [
    /* @__PURE__ */ a3("figcaption", { children: [
      label,
      /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: () => {
        navigator.clipboard.writeText(text).then(() => {
          setCopied(!0), setTimeout(() => setCopied(!1), 1500);
        });
      }, children: [
        /* @__PURE__ */ a3(Icon, { name: "copy" }),
        say2(isCopied ? "code.copied" : "code.copy")
      ] })
    ] }),
    /* @__PURE__ */ a3("pre", { tabIndex: 0, children: text })
  ] });
}
function Dialog({ title, onClose, children, isWide }) {
  let say2 = useWords(), box = T2(null);
  return F2(() => {
    let dialog = box.current;
    return dialog?.showModal(), () => dialog?.close();
  }, []), /* @__PURE__ */ a3(
    "dialog",
    {
      ref: box,
      class: isWide ? "wide" : "",
      "aria-label": title,
      onClose,
      onClick: (event) => {
        event.target === box.current && onClose();
      },
      children: /* @__PURE__ */ a3("div", { class: "sheet", children: [
        /* @__PURE__ */ a3("header", { children: [
          /* @__PURE__ */ a3("h2", { children: title }),
          /* @__PURE__ */ a3("button", { type: "button", class: "plain", onClick: onClose, children: say2("close") })
        ] }),
        children
      ] })
    }
  );
}
function useTitle(title) {
  A2(() => {
    document.title = title ? `${title} · Tianji Studio` : "Tianji Studio";
  }, [title]);
}
function useLater(value, wait) {
  let [late, set] = d2(value), text = JSON.stringify(value);
  return A2(() => {
    let timer = setTimeout(() => set(value), wait);
    return () => clearTimeout(timer);
  }, [text, wait]), late;
}

export {
  $,
  Q,
  d2 as d,
  A2 as A,
  F2 as F,
  T2 as T,
  w2 as w,
  Store,
  useStore,
  recall,
  keep,
  theme,
  language,
  letterKeys,
  unit,
  blind,
  palette,
  LETTERS,
  moved,
  setUnit,
  setPalette,
  setMoved,
  meant,
  setTheme,
  setLanguage,
  setLetterKeys,
  wordsOf,
  say,
  useWords,
  Refusal,
  door,
  isGone,
  keptAnswers,
  ask,
  useAsk,
  a3 as a,
  Icon,
  Badge,
  Trouble,
  Empty,
  Said,
  Fact,
  Spark,
  Ticked,
  Code,
  Dialog,
  useTitle,
  useLater
};
