# eight.s: a program for each of the eight cores of eight_cores.v, which runs at any leaf: stores a word and a byte in the memory of
# every leaf, loads the word back, and ends by ebreak; if a word is wrong it never ends. eight.hex is its image:
#
#   riscv64-unknown-elf-as -march=rv32i -mabi=ilp32 -o eight.o eight.s
#   riscv64-unknown-elf-ld -melf32lriscv -Ttext 0x10000000 -o eight.elf eight.o
#   riscv64-unknown-elf-objcopy -O binary eight.elf eight.bin
#   od -An -v -tx4 -w4 eight.bin | tr -d ' ' >eight.hex

        auipc   s0, 0                   # the base of the own memory
        slli    s1, s0, 4
        srli    s1, s1, 16              # 0 .. 7: the own leaf; a memory has 0x1000 bytes
        lui     s2, 0x10000             # the base of leaf 0
        addi    s3, s1, 1               # who is visited: leaf s3 mod 8
        addi    s4, s1, 9

visit:  andi    t0, s3, 7
        slli    t1, t0, 12
        add     t1, t1, s2
        slli    t2, s1, 2
        add     t1, t1, t2              # the word of this leaf behind the program of that one
        slli    t2, s1, 8
        or      t2, t2, t0
        lui     t3, 0x5a000
        or      t2, t2, t3              # a word of its own for each pair
        sw      t2, 0x400(t1)
        addi    t3, zero, 0xc3
        sb      t3, 0x402(t1)
        lw      t4, 0x400(t1)
        slli    t3, t3, 16
        or      t2, t2, t3
        bne     t4, t2, wrong
        addi    s3, s3, 1
        bne     s3, s4, visit
        ebreak
wrong:  j       wrong
