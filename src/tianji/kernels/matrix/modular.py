"""Linear algebra modulo a prime below 2³¹, so that products fit in 64 bits."""

from numba import njit


@njit(cache=True)
def power_mod(base, exponent, prime):
    """base ** exponent mod prime."""
    result, square = 1, base % prime
    while exponent > 0:
        if exponent & 1:
            result = result * square % prime
        square = square * square % prime
        exponent >>= 1
    return result


@njit(cache=True, nogil=True)
def invert_mod(matrix, prime, inverse):
    """The inverse of a square matrix modulo a prime; False when it is singular there.

    matrix: `[k, k]` int64 with entries in 0 … prime − 1, destroyed. inverse: `[k, k]` int64, overwritten.
    """
    k = matrix.shape[0]
    for i in range(k):
        for j in range(k):
            inverse[i, j] = 1 if i == j else 0
    for c in range(k):
        r = c
        while r < k and matrix[r, c] == 0:
            r += 1
        if r == k:
            return False
        if r != c:
            for j in range(k):
                matrix[c, j], matrix[r, j] = matrix[r, j], matrix[c, j]
                inverse[c, j], inverse[r, j] = inverse[r, j], inverse[c, j]
        scale = power_mod(matrix[c, c], prime - 2, prime)
        for j in range(k):
            matrix[c, j] = matrix[c, j] * scale % prime
            inverse[c, j] = inverse[c, j] * scale % prime
        for i in range(k):
            f = matrix[i, c]
            if i != c and f != 0:
                for j in range(k):
                    matrix[i, j] = (matrix[i, j] + (prime - f) * matrix[c, j]) % prime
                    inverse[i, j] = (inverse[i, j] + (prime - f) * inverse[c, j]) % prime
    return True


@njit(cache=True, nogil=True)
def lift(matrix, inverse, prime, residual, digits):
    """The p-adic digits of the solution z of matrix · z = residual: z = Σ_t digits[t] · primeᵗ.

        digits[t] = inverse · residual mod prime,   residual ← (residual − matrix · digits[t]) / prime

    matrix, inverse: `[k, k]` int64; residual: `[k]` int64, destroyed; digits: `[T, k]` int64, overwritten.
    The caller bounds |matrix| so that k products of an entry with a digit fit in 63 bits. Dixon (1982).
    """
    k = residual.size
    for t in range(digits.shape[0]):
        for i in range(k):
            total = 0
            for j in range(k):
                total = (total + inverse[i, j] * (residual[j] % prime)) % prime
            digits[t, i] = total
        for i in range(k):
            total = residual[i]
            for j in range(k):
                total -= matrix[i, j] * digits[t, j]
            residual[i] = total // prime
